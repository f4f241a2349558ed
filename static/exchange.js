/* An even exchange: what comes in and what goes out, summed up as one types. The page works without it. */
"use strict";
(() => {
  const form = document.querySelector("form.exchange");
  if (!form) return;
  const exponent = Number(form.dataset.exponent);
  const lines = [...form.querySelectorAll("[data-value]")];

  function major(amount) {
    const whole = Math.floor(amount / 10 ** exponent).toLocaleString("en-US");
    const part = amount % 10 ** exponent;
    return whole + (part ? `.${String(part).padStart(exponent, "0")}` : "");
  }
  function sum(way) {
    return lines.reduce((total, line) => {
      const pieces = line.querySelector(`input[name^="${way}_"]`).value.trim();
      return total + (/^\d{1,5}$/.test(pieces) ? Number(pieces) * Number(line.dataset.value) : 0);
    }, 0);
  }
  function reckon() {
    for (const way of ["in", "out"]) form.querySelector(`[data-sum="${way}"]`).textContent = major(sum(way));
  }
  form.addEventListener("input", reckon);
  reckon();
})();
