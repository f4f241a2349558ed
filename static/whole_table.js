/* The running sum of a table that is counted: what is typed against what the books say. The page works without it. */
"use strict";
(() => {
  const form = document.querySelector("form.whole-table");
  if (!form) return;
  const exponent = Number(form.dataset.exponent);
  const brought = Number(form.dataset.brought);
  const fields = [...form.querySelectorAll("[data-booked]")];
  const sum = form.querySelector("[data-sum]");
  const difference = form.querySelector("[data-difference]");

  function minor(text) { // minor units; NaN where the text is no amount
    const parts = /^\s*(\d+)(?:\.(\d+))?\s*$/.exec(text);
    if (!parts || (parts[2] || "").length > exponent) return NaN;
    return Number(parts[1] + (parts[2] || "").padEnd(exponent, "0"));
  }
  function major(amount) {
    const whole = Math.floor(Math.abs(amount) / 10 ** exponent).toLocaleString("en-US");
    const part = Math.abs(amount) % 10 ** exponent;
    return (amount < 0 ? "−" : "") + whole + (part ? `.${String(part).padStart(exponent, "0")}` : "");
  }
  function reckon() {
    const stacks = fields.map((field) => (field.value.trim() ? minor(field.value) : Number(field.dataset.booked)));
    const counted = fields.filter((field) => field.value.trim()).length;
    const total = stacks.reduce((one, other) => one + other, 0);
    const off = total - brought;
    sum.textContent = counted ? (Number.isNaN(total) ? "?" : major(total)) : "–";
    difference.className = off ? "wrong" : "good";
    if (!counted) difference.textContent = "";
    else if (Number.isNaN(total)) difference.textContent = spoken("an amount can’t be read");
    else if (counted < fields.length && off) difference.textContent = spoken(`${fields.length - counted} to count, ${major(Math.abs(off))} ${off > 0 ? "over" : "short"} so far`);
    else difference.textContent = off ? `${major(Math.abs(off))} ${spoken(off > 0 ? "over" : "short")}` : spoken("agrees");
  }
  form.addEventListener("input", reckon);
  form.addEventListener("keydown", (event) => { // Enter goes on to the next stack: it never breaks a game by accident
    const here = fields.indexOf(event.target);
    if (event.key !== "Enter" || here < 0) return;
    event.preventDefault();
    (fields[here + 1] || form.querySelector("[type=radio]:checked") || event.target).focus();
  });
  reckon();
})();
