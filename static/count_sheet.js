/* A count sheet: the amount of each line as its pieces are typed, and Enter goes on to the next line. No sum stands here:
   whoever counts aims at nothing. The page works without it. */
"use strict";
(() => {
  const form = document.querySelector("form.count-sheet");
  if (!form) return;
  const exponent = Number(form.dataset.exponent);
  const lines = [...form.querySelectorAll("[data-value]")];
  const fields = lines.map((line) => line.querySelector("input"));

  function major(amount) {
    const whole = Math.floor(amount / 10 ** exponent).toLocaleString("en-US");
    const part = amount % 10 ** exponent;
    return whole + (part ? `.${String(part).padStart(exponent, "0")}` : "");
  }
  function reckon(line, field) {
    const pieces = field.value.trim();
    line.querySelector("output").textContent = /^\d{1,5}$/.test(pieces) ? major(Number(pieces) * Number(line.dataset.value)) : "";
  }
  form.addEventListener("input", (event) => {
    const here = fields.indexOf(event.target);
    if (here >= 0) reckon(lines[here], fields[here]);
  });
  form.addEventListener("keydown", (event) => {
    const here = fields.indexOf(event.target);
    if (event.key !== "Enter" || here < 0 || here === fields.length - 1) return;
    event.preventDefault();
    fields[here + 1].focus();
  });
  lines.forEach((line, index) => reckon(line, fields[index]));
})();
