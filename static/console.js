/* The hand console. What its page can't do alone: one tap on a seat, cards that are entered when enough are picked,
   the keypad, cards that are typed with nothing in focus, a second press that came too late. Without this file a seat is a link, cards have an Enter button and the keypad is a field. */
"use strict";
(() => {
  const doc = document;

  /* a seat: everyone before it passes ("?to=7"), its cards are asked for ("?cards=7"), or it opens ("?opens=7") */
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

  /* ranks and digits begin something that is typed: they go to the field, and what follows goes after them; a key that
     acts is none of them, so that 9s is a card and doesn't skip a street */
  const BEGINS = /^[0-9akqjt?]$/i;
  const FILE = /^p$/i; // so does the line of a file, p4 f: without its first sign the position would be a seat
  const TYPED_IN = "input:not([type=checkbox],[type=radio],[type=button],[type=submit]),textarea,select,[contenteditable]";

  const SUIT = /^[cdhs]$/i;
  const CARD = 1500; // ms; a suit so soon after a rank belongs to it, also where the page was changed in between
  let begun = -CARD;

  function typed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || doc.querySelector("dialog[open]")) return;
    const begins = BEGINS.test(event.key) || (FILE.test(event.key) && !doc.querySelector('[data-key="p"]'));
    const ends = SUIT.test(event.key) && performance.now() - begun < CARD;
    if (begins) begun = performance.now();
    else if (event.key === "Enter") begun = -CARD;
    if (event.target.closest?.(TYPED_IN) || !(begins || ends)) return;
    event.stopImmediatePropagation();
    const field = doc.querySelector("[data-keypad]:popover-open input.amount") || doc.querySelector("#notation input[list]");
    field?.focus({ preventScroll: true }); // the key itself is typed into it
  }

  /* a second press that was meant for what was there before: nobody has read a page that is shown for this long */
  const UNREAD = 350; // ms
  const KEPT = "console.pressed"; // where the last press is kept while a form without htmx fetches a whole page
  let pressed = JSON.parse(sessionStorage.getItem(KEPT)); // where, with which key and for which seat the last press was
  let shown = -Infinity; // when its answer was painted; what was pressed before that was meant for another page
  let covered = null; // what now lies where the last press was

  function remember(event) {
    const seat = doc.querySelector(".console-felt .seat.turn")?.getAttribute("aria-label")?.match(/\d+/)?.[0];
    pressed = { x: event.clientX, y: event.clientY, key: event.key, seat };
  }
  function under(point) {
    const hit = point.x === undefined ? null : doc.elementFromPoint(point.x, point.y);
    return hit?.closest(".console button,.console .pick");
  }
  function settle() {
    shown = Infinity;
    const target = covered = pressed && under(pressed);
    target?.classList.add("unread"); // takes no press; one that comes falls beside it
    requestAnimationFrame(() => setTimeout(() => {
      shown = performance.now();
      if (target) setTimeout(() => target.classList.remove("unread"), UNREAD);
    }));
  }
  function beside(event) {
    const unread = doc.querySelector(".unread");
    const box = unread?.getBoundingClientRect();
    return box && event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  }
  /* by when it was pressed, not by when the page got round to it: a busy one takes a press up late */
  function unread(event) {
    return event.timeStamp - shown < UNREAD;
  }
  function tooSoon(event) {
    return pressed?.key === event.key && event.key !== undefined && unread(event);
  }
  function already() {
    const note = doc.querySelector("#console .already");
    if (!note) return;
    note.textContent = spoken(pressed?.seat ? `Entered already for seat ${pressed.seat}` : "Entered already");
    setTimeout(() => { note.textContent = ""; }, 2000);
  }
  function drop(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
    already();
  }

  doc.addEventListener("keydown", (event) => {
    if (!doc.getElementById("console")) return;
    if (!event.repeat && !event.target.closest?.(TYPED_IN) && tooSoon(event)) return drop(event);
    typed(event);
    remember(event); // also what is typed into a field: the key that opened it is no longer the last one
  }, true);
  doc.addEventListener("pointerdown", (event) => {
    if (beside(event)) already();
    else remember(event);
  }, true);
  doc.addEventListener("click", (event) => {
    if (covered?.contains(event.target) && unread(event)) drop(event);
  }, true);
  doc.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id === "console" || event.detail.elt?.id === "console") settle();
  });
  window.addEventListener("pagehide", () => sessionStorage.setItem(KEPT, JSON.stringify(pressed)));
  if (pressed) settle();

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
