/* The hand console. What its page can't do alone: one tap on a seat, cards that are entered when enough are picked,
   the keypad. Without this file a seat is a link, cards have an Enter button and the keypad is a field. */
"use strict";
(() => {
  const doc = document;

  /* a seat: everyone before it passes ("?to=7"), or its cards are asked for ("?cards=7") */
  function press(seat, event) {
    const part = seat.closest("#console");
    const wanted = new URLSearchParams(seat.getAttribute("href").slice(1));
    if (!part || !window.htmx) return;
    event.preventDefault();
    if (wanted.has("to")) enter(part, `to ${wanted.get("to")}`);
    else window.htmx.ajax("GET", `${part.getAttribute("hx-get")}?${wanted}`, { target: "#console", swap: "outerHTML" });
  }
  function enter(part, action) {
    const form = part.querySelector("#notation");
    if (!form || form.getAttribute("aria-busy") === "true") return;
    form.elements.action.value = action;
    form.requestSubmit();
  }

  /* cards: in the order in which they are tapped; as soon as the last one is picked, they are entered */
  function pick(box) {
    const form = box.closest("[data-pick]");
    if (!form || form.getAttribute("aria-busy") === "true") return;
    const picked = form.elements.picked;
    picked.value = picked.value.match(/../g)?.filter((card) => card !== box.value).join("") ?? "";
    if (box.checked) picked.value += box.value;
    if (picked.value.length === 2 * Number(form.dataset.pick)) form.requestSubmit();
  }

  function type(key) {
    const field = key.closest("[data-keypad]").elements.amount;
    field.value = key.dataset.digit === "back" ? field.value.slice(0, -1) : (field.value + key.dataset.digit).slice(0, 24);
  }

  doc.addEventListener("toggle", (event) => {
    if (event.target.matches("[data-keypad]") && event.newState === "open") event.target.elements.amount.focus();
  }, true);
  doc.addEventListener("click", (event) => {
    const seat = event.target.closest(".console-felt a.seat");
    const key = event.target.closest("[data-digit]");
    if (seat) press(seat, event);
    if (key) type(key);
  });
  doc.addEventListener("change", (event) => {
    if (event.target.matches("[data-pick] input[name=card]")) pick(event.target);
  });
})();
