/* Cardroom. What a page can't do alone: guard double submits, keys, polling, focus after a swap, a lost line.
   Every page works without this file. Attributes it reads: docs/LOOK.md, section "site.js". */
"use strict";
(() => {
  const doc = document;
  const root = doc.documentElement;
  const on = (name, act, capture) => doc.addEventListener(name, act, capture);
  const TYPED_IN = "input:not([type=checkbox],[type=radio],[type=button],[type=submit]),textarea,select,[contenteditable]";

  /* --- one press, one request: a posting form is busy until its answer is here; its request key stays --- */
  const GIVE_UP = 15000; // ms; a download answers without leaving the page

  function busy(form, button) {
    form.setAttribute("aria-busy", "true");
    if (button) button.classList.add("waiting");
    form.timer = setTimeout(() => free(form), GIVE_UP);
  }
  function free(form) {
    clearTimeout(form.timer);
    form.removeAttribute("aria-busy");
    form.querySelectorAll(".waiting").forEach((button) => button.classList.remove("waiting"));
    doc.querySelectorAll(`.waiting[form="${CSS.escape(form.id || "-")}"]`).forEach((button) => button.classList.remove("waiting"));
  }
  on("submit", (event) => {
    const form = event.target;
    if (!navigator.onLine) return stay(event);
    if (form.method !== "post") return;
    if (form.getAttribute("aria-busy") === "true") {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    busy(form, event.submitter);
  }, true);
  on("htmx:afterRequest", (event) => {
    const form = event.target.closest("form");
    if (form) free(form);
  });
  window.addEventListener("pageshow", () => doc.querySelectorAll("form[aria-busy]").forEach(free));

  /* --- keys: data-key="f", "Enter", "Ctrl+z"; a link or button is pressed, a field gets the focus. A single key
     rests while somebody types; with Alt it works then too, whatever the layout makes of it --- */
  function pressed(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    return (event.ctrlKey || event.metaKey ? "Ctrl+" : "") + (event.altKey ? "Alt+" : "") + key;
  }
  function shown(element) {
    return !element.disabled && element.getClientRects().length > 0;
  }
  on("keydown", (event) => {
    if (event.repeat && event.key === "Enter") event.preventDefault(); // pressed once
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    const name = pressed(event);
    const single = !name.includes("+") && name !== "Escape";
    if (single && (root.dataset.keys === "off" || event.target.closest(TYPED_IN))) return;
    if (name === "Enter" && event.target.closest("a,button,summary,input")) return;
    const scope = doc.querySelector("dialog[open]") || doc;
    const keyed = (key) => [...scope.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)].find(shown);
    const letter = event.altKey && /^(Key|Digit)/.test(event.code) && event.code.at(-1).toLowerCase();
    const target = keyed(name) || (letter && keyed(letter));
    if (!target) return;
    event.preventDefault();
    if (target.matches(TYPED_IN)) { target.focus(); target.select?.(); } else target.click();
  });

  /* --- small presses: dismiss a message, fill a field, open and close a dialog, close menus --- */
  on("click", (event) => {
    const target = event.target.closest("[data-dismiss],[data-fill],[data-print],[data-dialog],[data-close-dialog]");
    if (target?.matches("[data-dismiss]")) target.closest(".message").remove();
    if (target?.matches("[data-fill]")) fill(target);
    if (target?.matches("[data-print]")) window.print();
    if (target?.matches("[data-dialog]")) {
      event.preventDefault();
      doc.getElementById(target.dataset.dialog)?.showModal();
    }
    if (target?.matches("[data-close-dialog]")) target.closest("dialog")?.close();
    doc.querySelectorAll("details[data-close][open]").forEach((menu) => {
      if (!menu.contains(event.target)) menu.open = false;
    });
  });
  on("keydown", (event) => {
    if (event.key !== "Escape") return;
    doc.querySelectorAll("details[data-close][open]").forEach((menu) => {
      menu.open = false;
      menu.querySelector("summary").focus();
    });
  });
  function fill(chip) {
    const field = doc.getElementById(chip.dataset.for);
    if (!field) return;
    field.value = chip.dataset.fill;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
    field.focus();
  }

  /* --- a list below a search: arrows go through its links, Enter in the field takes the first, as does a
     plus where data-plus says what for --- */
  function listOf(element) {
    const field = [...doc.querySelectorAll("[data-list]")].find(
      (each) => each === element || doc.getElementById(each.dataset.list)?.contains(element));
    return [field, field && doc.getElementById(field.dataset.list)];
  }
  on("keydown", (event) => {
    if (!["ArrowDown", "ArrowUp", "Enter", "+"].includes(event.key) || event.isComposing) return;
    const [field, list] = listOf(event.target);
    if (!list) return;
    const links = [...list.querySelectorAll("a[href]")];
    const here = links.indexOf(event.target);
    if (event.key === "Enter" || event.key === "+") {
      const does = event.key === "+" && field.dataset.plus;
      if (event.key === "+" && !does) return;
      if (here >= 0 || !links.length || list.dataset.found !== field.value.trim()) return; // an older list takes nobody
      event.preventDefault();
      if (does) links[0].search += `&do=${does}`;
      links[0].click();
      return;
    }
    event.preventDefault();
    (links[here + (event.key === "ArrowDown" ? 1 : -1)] || (here > 0 ? event.target : field)).focus();
  });

  /* --- a field that narrows what stands there: data-narrows is the id of what holds data-narrowed --- */
  on("input", (event) => {
    const list = event.target.matches?.("[data-narrows]") && doc.getElementById(event.target.dataset.narrows);
    if (!list) return;
    const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const group of list.children) {
      const items = [...group.querySelectorAll("[data-narrowed]")];
      for (const item of items) item.hidden = !words.every((word) => item.textContent.toLowerCase().includes(word));
      group.hidden = items.every((item) => item.hidden);
    }
  });

  /* --- what was typed before the script was ready is searched as soon as it is --- */
  on("htmx:load", (event) => {
    const loaded = event.detail.elt;
    for (const field of [loaded, ...loaded.querySelectorAll("input[type=search]")]) {
      if (!field.matches("input[type=search][hx-get]") || field.value === field.defaultValue) continue;
      window.htmx.ajax("GET", field.getAttribute("hx-get"), { source: field })?.catch(() => {}); // typed on: asked anew
    }
  });

  /* --- after a swap: focus goes where the work goes on --- */
  function focusAfter(part) {
    const first = part.querySelector("[autofocus],[aria-invalid=true]") || part.querySelector("[data-focus]");
    const stays = part.id === "console"; // all of it is in sight, and scrolled it would hide what is tapped
    if (stays) window.scrollTo(0, 0);
    if (first) { first.focus({ preventScroll: stays }); return; }
    if (doc.activeElement && doc.activeElement !== doc.body) return;
    if (!part.hasAttribute("tabindex")) part.setAttribute("tabindex", "-1");
    part.focus({ preventScroll: true });
  }
  on("htmx:afterSettle", (event) => {
    if (!event.detail.requestConfig?.elt.matches?.("[data-poll],[hx-trigger^=load]")) focusAfter(event.detail.elt);
  });
  const firstInvalid = () => doc.querySelector("main [aria-invalid=true]") || doc.querySelector("main .refusal[data-focus]");
  on("DOMContentLoaded", () => firstInvalid()?.focus());

  /* --- live parts: data-poll="5" hx-get="…" hx-trigger="poll" asks every 5 s, a little apart from the others --- */
  const JITTER = 0.2;
  const last = new Map(); // what a part last looked like, by id: the same answer is not swapped again
  const waits = new Map(); // the timer of each part, by id

  function watch(part) {
    clearTimeout(waits.get(part.id));
    const seconds = Number(part.dataset.poll) * (1 + (Math.random() * 2 - 1) * JITTER) * (part.failures || 1);
    waits.set(part.id, setTimeout(() => ask(part), seconds * 1000));
  }
  function ask(part) {
    if (!part.isConnected) return;
    const inUse = part.contains(doc.activeElement) && doc.activeElement.matches(TYPED_IN);
    if (doc.hidden || inUse || part.querySelector("details[open],dialog[open]")) watch(part);
    else window.htmx.trigger(part, "poll");
  }
  on("htmx:load", (event) => {
    const loaded = event.detail.elt;
    if (loaded.matches("[data-poll]")) watch(loaded);
    loaded.querySelectorAll("[data-poll]").forEach(watch);
  });
  on("htmx:beforeSwap", (event) => {
    const part = event.detail.requestConfig.elt;
    if (!part.matches?.("[data-poll]") || !event.detail.shouldSwap) return;
    if (last.get(part.id) === event.detail.serverResponse) event.detail.shouldSwap = false;
    else last.set(part.id, event.detail.serverResponse);
  });
  on("htmx:beforeSwap", (event) => {
    if (!event.detail.serverResponse?.includes("data-refused")) return;
    event.detail.target = doc.getElementById("messages"); // a refusal that no form caught leaves the part as it was
    event.detail.swapOverride = "innerHTML";
  });
  on("htmx:afterRequest", (event) => {
    const part = event.detail.elt;
    if (!part.matches?.("[data-poll]")) return;
    part.failures = event.detail.successful ? 1 : Math.min((part.failures || 1) * 2, 8);
    part.toggleAttribute("data-old", !event.detail.successful);
    if (part.isConnected) watch(part);
  });
  on("visibilitychange", () => {
    if (!doc.hidden) doc.querySelectorAll("[data-poll]").forEach(ask);
  });

  /* --- a lost line --- */
  const LOST = "Connection lost, retrying. Nothing you entered is lost; if you pressed a button, press it again when this is gone.";
  const FAILED = "The server could not answer. Nothing was changed; try again, and tell the manager if it stays like this.";
  const REFUSED = "You are not allowed to do that here. Ask a manager.";
  const TOO_OLD = "Somebody signed in or out on this tablet since this page was opened. Nothing was changed: reload the page and enter it again.";

  function say(text) {
    const banner = doc.getElementById("offline");
    if (!banner) return;
    banner.textContent = spoken(text);
    banner.hidden = !text;
  }
  function stay(event) {
    event.preventDefault(); // the browser's own page for a lost line would take this one away, with what is typed in it
    event.stopImmediatePropagation();
    say(LOST);
  }
  on("click", (event) => {
    const link = event.target.closest("a[href]:not([data-dialog])");
    if (link && !navigator.onLine && !link.getAttribute("href").startsWith("#")) stay(event);
  }, true);
  on("htmx:sendError", () => say(LOST));
  on("htmx:timeout", () => say(LOST));
  on("htmx:responseError", ({ detail: { xhr } }) => {
    if (xhr.status !== 403) say(FAILED);
    else say(xhr.getResponseHeader("X-Page-Too-Old") ? TOO_OLD : REFUSED);
  });
  on("htmx:afterOnLoad", (event) => { if (event.detail.xhr.status < 500 && event.detail.xhr.status !== 403) say(""); });
  window.addEventListener("offline", () => {
    say(LOST);
    doc.querySelectorAll("[data-poll]").forEach((part) => part.toggleAttribute("data-old", true));
  });
  window.addEventListener("online", () => {
    say("");
    doc.querySelectorAll("[data-poll]").forEach(ask);
  });

  /* --- the room's clock goes on while the page stays open --- */
  const clock = doc.querySelector("[data-clock]");
  if (clock) {
    const start = Date.parse(`${clock.dataset.clock}Z`) - Date.now();
    setInterval(() => { clock.textContent = new Date(start + Date.now()).toISOString().slice(11, 16); }, 5000);
  }
})();
