/* A count sheet: the amount of each line as its pieces and racks are typed, and Enter goes on: from racks to the loose
   pieces beside them, from pieces to those of the next line. No sum stands here: whoever counts aims at nothing. The page
   works without it. */
"use strict";
(() => {
  const form = document.querySelector("form.count-sheet");
  if (!form) return;
  const exponent = Number(form.dataset.exponent);
  const lines = [...form.querySelectorAll("[data-value]")];
  const fields = lines.map((line) => line.querySelector("input:not([name^=racks_])"));
  const racks = lines.map((line) => line.querySelector("input[name^=racks_]"));

  function major(amount) {
    const whole = Math.floor(amount / 10 ** exponent).toLocaleString("en-US");
    const part = amount % 10 ** exponent;
    return whole + (part ? `.${String(part).padStart(exponent, "0")}` : "");
  }
  function reckon(here) {
    const typed = [fields[here], racks[here]].map((field) => (field ? field.value.trim() : ""));
    const isReadable = typed.some(Boolean) && typed.every((text) => /^\d{0,5}$/.test(text));
    const pieces = Number(typed[0]) + 100 * Number(typed[1]);
    lines[here].querySelector("output").textContent = isReadable ? major(pieces * Number(lines[here].dataset.value)) : "";
  }
  form.addEventListener("input", (event) => {
    const here = lines.indexOf(event.target.closest("[data-value]"));
    if (here >= 0) reckon(here);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const next = fields[racks.indexOf(event.target)] || fields[fields.indexOf(event.target) + 1];
    if (!next || !event.target.closest("[data-value]")) return;
    event.preventDefault();
    next.focus();
  });
  lines.forEach((_, here) => reckon(here));
})();
