/* Pieces by value: the amount of each line and of all of them as one types, and Enter goes on to the next line. A sheet
   that is counted blind is count_sheet.js instead. The page works without it. */
"use strict";
(() => {
  function begin(form) {
    const exponent = Number(form.dataset.exponent);
    const lines = [...form.querySelectorAll("[data-value]")];
    const fields = lines.map((line) => line.querySelector("input"));
    const sum = form.querySelector("[data-sum]");

    function major(amount) {
      const whole = Math.floor(amount / 10 ** exponent).toLocaleString("en-US");
      const part = amount % 10 ** exponent;
      return whole + (part ? `.${String(part).padStart(exponent, "0")}` : "");
    }
    function worth(index) {
      const pieces = fields[index].value.trim();
      return /^\d{1,5}$/.test(pieces) ? Number(pieces) * Number(lines[index].dataset.value) : 0;
    }
    function reckon() {
      lines.forEach((line, index) => { line.querySelector("output").textContent = worth(index) ? major(worth(index)) : ""; });
      sum.textContent = major(lines.reduce((total, _, index) => total + worth(index), 0));
    }
    form.addEventListener("input", reckon);
    form.addEventListener("keydown", (event) => {
      const here = fields.indexOf(event.target);
      if (event.key !== "Enter" || here < 0 || here === fields.length - 1) return;
      event.preventDefault();
      fields[here + 1].focus();
    });
    reckon();
  }
  document.querySelectorAll("form.pieces").forEach(begin);
})();
