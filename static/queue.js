/* What a tablet keeps while its line is down: forms that may wait (data-waits, config/web/waiting.py) in order, under their
   own request keys, sent when the line is back. First the rules, then the page that follows them. Loaded before site.js. */
"use strict";
(() => {
  /* --- the rules: a state and what happens give the next state. They know no page, no clock and no line --- */
  const LOCK_AFTER = 15 * 60 * 1000; // ms without a line; config/web/waiting.py says the same
  const LONGEST = 12 * 60 * 60 * 1000;
  const MOST = 200;
  const TWICE = 2000; // ms: nobody deals a hand so fast, and a finger that trembles presses again

  const empty = (person, badge) => ({ person, badge, entries: [], lost: null, locked: false });
  const same = (a, b) => a.to === b.to && JSON.stringify(plain(a)) === JSON.stringify(plain(b));
  const plain = (entry) => entry.fields.filter(([name]) => name !== "key");
  /* but for its number in the session, which counts on by itself */
  const isPressedAgain = (before, entry, now) =>
    before && now - before.entered < TWICE && before.to === entry.to && JSON.stringify(typed(before)) === JSON.stringify(typed(entry));
  const typed = (entry) => plain(entry).filter(([name]) => name !== "number");
  const has = (state, key) => state.entries.some((entry) => entry.key === key);
  const without = (state, key) => ({ ...state, entries: state.entries.filter((entry) => entry.key !== key) });
  const changed = (state, key, facts) => ({
    ...state, entries: state.entries.map((entry) => (entry.key === key ? { ...entry, ...facts } : entry)),
  });

  /* an entry goes to the end; a key is kept once, and so are an act that says the same of the same thing again, and what is
     pressed twice */
  function enter(state, entry, now) {
    const before = entry.once && state.entries.filter((each) => each.once === entry.once).at(-1);
    if (has(state, entry.key) || (before && same(before, entry)) || isPressedAgain(state.entries.at(-1), entry, now)) return state;
    return { ...state, entries: [...state.entries, { sent: false, direct: false, ...entry, entered: now, refused: null }] };
  }
  /* sent straight away by its own form, and kept until the answer is here: what falls then waits in its place */
  const begin = (state, entry, now) => enter(state, { ...entry, sent: true, direct: true }, now);
  const fell = (state, key) => changed(state, key, { direct: false });

  const lost = (state, now) => ({ ...state, lost: state.lost ?? now });
  const back = (state, now) => ({ ...due(state, now), lost: null });
  function due(state, now) {
    const long = state.lost !== null && now - state.lost >= LOCK_AFTER;
    return long && state.entries.length ? { ...state, locked: true } : state;
  }
  const opened = (state, now) => ({ ...state, locked: false, lost: state.lost === null ? null : now });

  /* the one that is sent now: the first, unless it was refused, or is with its form, or is not for these hands */
  function next(state, person) {
    const [first] = state.entries;
    return state.locked || state.person !== person || !first || first.refused || first.direct ? null : first;
  }
  function answered(state, key, answer) {
    if (!has(state, key)) return state;
    if (answer.kind === "recorded") return without(state, key);
    if (answer.kind === "locked") return { ...state, locked: true };
    return answer.kind === "refused" ? changed(state, key, { refused: answer }) : state; // else it stays where it is
  }
  /* what may have arrived unseen is neither dropped nor changed before its answer is here */
  const mayChange = (state, key) =>
    !state.locked && state.entries.some((entry) => entry.key === key && !entry.direct && (entry.refused || !entry.sent));
  const drop = (state, key) => (mayChange(state, key) ? without(state, key) : state);
  const again = (state, key) => (mayChange(state, key) ? changed(state, key, { refused: null }) : state);
  function correct(state, key, fields) {
    return mayChange(state, key) ? changed(state, key, { fields, refused: null }) : state;
  }

  window.queueRules = {
    LOCK_AFTER, LONGEST, MOST, TWICE, empty, enter, begin, fell, lost, back, due, opened, next, answered, mayChange, drop, again, correct,
    without, sending: (state, key) => changed(state, key, { sent: true }),
  };

  /* --- the page --- */
  const doc = document;
  const panel = doc.getElementById("queue");
  if (!panel) return;
  const { person, badge, address, zone } = panel.dataset;
  const STORED = "cardroom.kept";
  const PROBE = 5000; // ms
  const WARNED = 60 * 1000; // so long a warning holds
  const NEVER = ["csrfmiddlewaretoken", "badge", "pin", "password"]; // never kept; those that are filled in can't wait
  const DOWN = "The line is down. What can wait is kept in this tablet and sent when the line is back: don’t enter it twice.";
  const CANT_WAIT = "The line is down; this can’t wait in the tablet. What you typed stays here: send it when the line is back.";
  const FULL = "This tablet can keep no more: write it down, and enter it when the line is back.";
  const LISTED = "This waits in the list above already: correct it there.";
  const ANOTHER = "What another person entered waits in this tablet: this can’t be kept beside it. What you typed stays here.";
  let lostAt = null;
  let sending = false;
  let correcting = null; // the key of the entry whose fields are open
  let stopped = ""; // why nothing is sent although the line is there
  let recorded = []; // what the server said of those that are recorded now

  const isDown = () => lostAt !== null || !navigator.onLine;
  function load() {
    let state = null;
    try { state = JSON.parse(localStorage.getItem(STORED)); } catch { /* nothing that can be read */ }
    if (!Array.isArray(state?.entries) || !state.entries.length) state = empty(person, badge);
    return state.lost === null && lostAt !== null ? { ...state, lost: lostAt } : state;
  }
  /* kept before anything is said of it; false where this browser can't */
  function change(step, now = Date.now()) {
    const state = step(load(), now);
    try {
      if (state.entries.length) localStorage.setItem(STORED, JSON.stringify(state));
      else localStorage.removeItem(STORED);
      return true;
    } catch { return false; }
  }
  const wipe = () => localStorage.removeItem(STORED);

  /* --- the line --- */
  let said = ""; // the words of the banner that are ours; site.js takes its own away
  function say(text) {
    const banner = doc.getElementById("offline");
    setTimeout(() => { // after what site.js says of the same event
      if (!text && banner.textContent !== said) return;
      banner.textContent = said = spoken(text);
      banner.hidden = !text;
    });
  }
  /* where something may wait, nobody is told to press it again */
  function sayDown() {
    const waiting = load().entries.length;
    if (doc.querySelector("form[data-waits]")) say(waiting ? [DOWN, `${how(waiting)} not confirmed.`].map(spoken).join(" ") : DOWN);
  }
  function goneDown() {
    lostAt ??= Date.now();
    change(lost);
    sayDown();
    render();
    watch();
  }
  function cameBack() {
    if (lostAt === null && !load().lost) return flush();
    change(back);
    lostAt = null;
    say("");
    return flush();
  }
  let probe = null;
  function watch() {
    clearTimeout(probe);
    probe = setTimeout(async () => {
      change(due);
      if ((isDown() || next(load(), person)) && !doc.hidden && (await answers())) await cameBack();
      render();
      watch();
    }, PROBE);
  }
  async function answers() {
    const itself = { "HX-Trigger": "queue", "HX-Target": "queue" }; // nobody touched the tablet: no touch of the session
    try { return (await fetch(address, { headers: itself, redirect: "manual", signal: AbortSignal.timeout(PROBE) })).status < 500; }
    catch { return false; }
  }

  /* --- sending: one after the other, the first refusal stops them --- */
  async function flush() {
    if (sending) return;
    sending = true;
    stopped = "";
    const before = recorded.length;
    try {
      for (let entry; !isDown() && !stopped && (entry = next(load(), person)); render()) {
        change((state) => window.queueRules.sending(state, entry.key));
        const answer = await post(entry);
        change((state) => answered(state, entry.key, answer));
        if (answer.kind === "recorded") recorded.push(answer.message);
        if (answer.kind === "stopped") stopped = answer.message;
        if (answer.kind === "lost") goneDown();
      }
    } finally { sending = false; }
    render();
    if (recorded.length > before) showAnew();
    if (load().entries.length || isDown()) watch();
  }
  const refused = (message, code = "", confirm = "") => ({ kind: "refused", message, code, confirm });
  async function post(entry) {
    const body = new URLSearchParams(entry.fields.map(([name, value]) => [name, value]));
    const headers = { "X-CSRFToken": part("opens").content.querySelector("[name=csrfmiddlewaretoken]").value };
    headers["X-Entered-Ago"] = String(Math.max(0, Date.now() - entry.entered));
    try {
      const asked = { method: "POST", body, headers, redirect: "manual", signal: AbortSignal.timeout(10000) };
      return await told(await fetch(entry.to, asked));
    } catch { return { kind: "lost" }; }
  }
  async function told(response) {
    if (response.type === "opaqueredirect") return { kind: "stopped", message: "You are not signed in any more: sign in again, then these are sent." };
    if (response.status === 403 && response.headers.get("X-Page-Too-Old")) return { kind: "stopped", message: "Reload the page, then these are sent." };
    if ([502, 503, 504].includes(response.status)) return { kind: "lost" };
    if (response.status === 403) return refused("You are not allowed to do that here. Ask a manager.");
    if (response.status === 404) return refused("There is no such thing in this room any more.");
    if (![200, 422].includes(response.status)) return refused("The server could not answer. Nothing was changed; try again, and tell the manager if it stays like this.");
    const answer = await response.json();
    if (response.ok) return { kind: "recorded", message: answer.said };
    return answer.code === "queue_locked" ? { kind: "locked" } : refused(answer.message, answer.code, answer.confirm);
  }
  /* the page is older than what was sent: stacks, hands, who is away; it is shown anew unless somebody types there */
  let asked = 0; // the newest answer alone is shown
  async function showAnew() {
    window.htmx?.trigger(doc.body, "hand-recorded");
    const turn = ++asked;
    if (!doc.querySelector("#main form[data-waits]") || isTouched(doc.getElementById("main"))) return;
    try {
      const answer = await fetch(location.href, { redirect: "manual", signal: AbortSignal.timeout(10000) });
      if (!answer.ok) return;
      const anew = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
      const main = doc.getElementById("main");
      if (!anew || turn !== asked || isTouched(main)) return;
      main.replaceWith(doc.adoptNode(anew));
      window.htmx?.process(anew);
      render();
    } catch { /* the line went again: the page stays */ }
  }
  const isTouched = (main) => main.contains(doc.activeElement) && doc.activeElement.matches("input, select, textarea")
    || [...main.querySelectorAll("input:not([type=hidden]), textarea")].some((field) =>
      (field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue));

  /* --- forms --- */
  function stay(event, text) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (text) say(text);
  }
  function entryOf(form, submitter) {
    const data = new FormData(form);
    if (submitter?.name) data.append(submitter.name, submitter.value);
    if (NEVER.slice(1).some((name) => data.get(name))) return null;
    const about = (name) => submitter?.dataset[name] ?? form.dataset[name] ?? "";
    const fields = [...data].filter(([name]) => !NEVER.includes(name)).map(([name, value]) => [name, String(value), labelOf(form, name)]);
    return {
      key: data.get("key"), to: submitter?.getAttribute("formaction") ?? form.getAttribute("action"), fields, choices: choicesOf(form),
      what: form.dataset.waits, about: about("about"), once: about("once"),
    };
  }
  function labelOf(form, name) {
    const field = form.elements[name];
    return field?.type !== "hidden" && field?.labels?.[0] ? field.labels[0].textContent.trim() : "";
  }
  /* what is chosen and not typed: by name its label, its values with their words, and whether there may be many */
  function choicesOf(form) {
    const words = (field) => (field.closest("label") ?? field.labels?.[0])?.textContent.trim() ?? field.value;
    const found = {};
    for (const field of form.elements) {
      if (field.tagName === "SELECT") found[field.name] = { label: labelOf(form, field.name), many: false, options: [...field.options].map((each) => [each.value, each.text]) };
      if (field.type !== "checkbox") continue;
      const label = field.closest("fieldset")?.querySelector("legend")?.textContent.trim() ?? "";
      (found[field.name] ??= { label, many: true, options: [] }).options.push([field.value, words(field)]);
    }
    return found;
  }
  doc.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (panel.contains(form)) { stay(event); opens(form); return; }
    if (form.method !== "post") return;
    if (form.matches("[data-sign-out]") && leaves(event)) return;
    const entry = form.dataset.waits ? entryOf(form, submitter) : null;
    if (!entry) { if (isDown()) stay(event, CANT_WAIT); return; }
    if (form.getAttribute("aria-busy") === "true") return; // site.js drops the second press
    const state = load();
    if (state.person !== person) { if (isDown()) stay(event, ANOTHER); return; }
    if (!isDown() && !state.entries.length && form.hasAttribute("hx-post")) {
      form.kept = change((old, now) => begin(old, entry, now)) ? entry : null;
      return;
    }
    stay(event);
    keep(form, entry);
  }, true);
  function keep(form, entry) {
    const { entries } = load();
    if (entries.some((each) => each.key === entry.key && !same(each, entry))) return say(LISTED);
    if (entries.length >= MOST || !change((state, now) => enter(state, entry, now))) return say(FULL);
    recorded = [];
    if (has(load(), entry.key)) fresh(form);
    inPlace(form, render);
    if (isDown()) { sayDown(); watch(); } else flush();
  }
  /* what is pressed next stays under the finger while the list above it grows */
  function inPlace(form, act) {
    const before = form.getBoundingClientRect().top;
    act();
    window.scrollBy({ top: form.getBoundingClientRect().top - before, behavior: "instant" });
  }
  /* the next entry of the same form has a key of its own, and the number after this one */
  function fresh(form) {
    form.reset();
    const random = [...crypto.getRandomValues(new Uint8Array(16))];
    random[6] = (random[6] & 15) | 64;
    random[8] = (random[8] & 63) | 128;
    const hex = random.map((byte) => byte.toString(16).padStart(2, "0")).join("");
    form.elements.key.value = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    for (const number of form.querySelectorAll("[data-counts]")) number.textContent = String(Number(number.textContent) + 1);
    if (form.elements.number) form.elements.number.value = String(Number(form.elements.number.value) + 1);
  }
  window.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr, requestConfig } }) => {
    const form = requestConfig?.elt ?? elt; // what came for it has taken it off the page, and then htmx names what is left
    const entry = form.kept;
    if ([0, 502, 503, 504].includes(xhr.status)) goneDown();
    if (!entry) return;
    form.kept = null;
    if (![0, 401, 502, 503, 504].includes(xhr.status)) { change((state) => without(state, entry.key)); return; }
    change((state) => fell(state, entry.key));
    recorded = [];
    fresh(form);
    render();
  });
  window.addEventListener("htmx:afterOnLoad", ({ detail: { xhr } }) => { if (xhr.status < 500 && isDown() && navigator.onLine) cameBack(); });
  doc.addEventListener("click", (event) => { if (isDown() && event.target.closest("a[href]")) sayDown(); }, true);
  window.addEventListener("offline", goneDown);
  window.addEventListener("online", () => { answers().then((yes) => { if (yes) cameBack(); else goneDown(); }); });
  window.addEventListener("storage", render);

  /* --- signing out drops what waits of whoever does, after it was said, and nobody else's; true where it is dealt with --- */
  let warned = 0; // when it was said
  function leaves(event) {
    const { entries, person: theirs } = load();
    const waiting = entries.length;
    if (isDown() || !waiting) return false;
    if (theirs !== person) {
      event.target.append(Object.assign(doc.createElement("input"), { type: "hidden", name: "keeps", value: "1" }));
      return false;
    }
    if (Date.now() - warned < WARNED) { wipe(); return true; }
    warned = Date.now();
    stay(event, `${how(waiting)} not confirmed yet. Sign out once more to drop what waits.`);
    return true;
  }
  const how = (number) => (number === 1 ? "1 entry is" : `${number} entries are`);

  /* --- what is seen --- */
  const part = (name) => panel.querySelector(`[data-part=${name}]`);
  function render() {
    const state = load();
    const waiting = state.entries.filter((entry) => !entry.direct);
    const mine = state.person === person;
    const open = mine && !state.locked;
    panel.hidden = !waiting.length && !recorded.length && !stopped;
    part("said").textContent = spoken(sentence(state, waiting.length, mine));
    const lock = part("lock"), asks = mine && state.locked && !isDown();
    if (asks !== Boolean(lock.firstChild)) lock.replaceChildren(...(asks ? [part("opens").content.cloneNode(true)] : []));
    const isTyping = open && correcting && part("entries").querySelector("[data-put=open] > *"); // what is typed there stays
    if (!isTyping) part("entries").replaceChildren(...(open ? waiting.map((entry) => line(entry, state)) : []));
    part("recorded").replaceChildren(...(mine ? recorded : []).map((text) => item(text)));
    for (const here of doc.querySelectorAll("[data-while-down]")) here.hidden = !isDown();
  }
  function sentence(state, waiting, mine) {
    if (!waiting) return recorded.length ? "Everything that waited in this tablet is recorded:" : stopped;
    if (!mine) return `${how(waiting)} waiting here from badge ${state.badge}: whoever wears it signs in to send them.`;
    if (state.locked && isDown()) return `${how(waiting)} kept, not confirmed, and locked: after 15 minutes without a line your badge and PIN send them, as soon as it is back. What is entered now is kept too.`;
    if (state.locked) return `${how(waiting)} kept, not confirmed, and locked: enter your own badge and PIN to see and send them.`;
    if (state.entries[0].refused) return `${how(waiting)} not confirmed. The first was refused: drop it or correct it, then the others go on.`;
    return stopped ? `${how(waiting)} not confirmed. ${stopped}` : `${how(waiting)} kept in this tablet, not confirmed:`;
  }
  function item(text) {
    const row = doc.createElement("li");
    row.textContent = text;
    return row;
  }
  function line(entry, state) {
    const row = part("entry").content.firstElementChild.cloneNode(true);
    const put = (name, text) => { row.querySelector(`[data-put=${name}]`).textContent = text; };
    const seen = shown(entry);
    put("at", clock(entry.entered));
    put("what", [entry.about, entry.what].filter(Boolean).join(", ") + (seen.length ? ": " : ""));
    put("fields", seen.join(", "));
    put("state", spoken(entry.refused ? "refused" : "not confirmed"));
    put("why", spoken(entry.refused?.message ?? ""));
    for (const button of row.querySelectorAll("[data-do]")) {
      button.dataset.of = entry.key;
      button.hidden = !mayChange(state, entry.key) || button.dataset.do === "keep" || (button.dataset.do === "again" && !entry.refused)
        || (button.dataset.do === "confirm" && !entry.refused?.confirm) || (button.dataset.do === "correct" && !mayCorrect(entry));
      if (button.dataset.do === "drop" && dropping === entry.key) button.textContent = spoken("Yes, drop it for good");
    }
    if (correcting === entry.key) openFields(row, entry);
    return row;
  }
  const isTyped = (entry) => ([name, , label]) => label && !entry.choices?.[name];
  const mayCorrect = (entry) => entry.fields.some(isTyped(entry)) || Object.keys(entry.choices ?? {}).length > 0;
  const values = (entry, name) => entry.fields.filter(([each]) => each === name).map(([, value]) => value);
  /* what was typed and chosen, in the words of the form */
  function shown(entry) {
    const typed = entry.fields.filter(isTyped(entry)).filter(([, value]) => value).map(([, value, label]) => `${label} ${value}`);
    const chosen = Object.entries(entry.choices ?? {}).map(([name, { label, options }]) => {
      const words = options.filter(([value]) => value && values(entry, name).includes(value)).map(([, text]) => text);
      return words.length ? `${label} ${words.join(", ")}`.trim() : "";
    });
    return [...typed, ...chosen.filter(Boolean)];
  }
  /* the time in the room, with its day where that is another */
  function clock(instant) {
    const [at, today] = [new Date(instant), new Date()];
    const day = (each) => each.toLocaleDateString("en-GB", { timeZone: zone, day: "numeric", month: "short" });
    const time = at.toLocaleTimeString("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" });
    return day(at) === day(today) ? time : `${day(at)}, ${time}`;
  }
  function openFields(row, entry) {
    row.querySelector("[data-do=correct]").hidden = true;
    row.querySelector("[data-do=keep]").hidden = false;
    const open = row.querySelector("[data-put=open]");
    for (const [name, value, label] of entry.fields.filter(isTyped(entry))) open.append(filled("field", label, "input", { name, value }));
    for (const [name, { label, many, options }] of Object.entries(entry.choices ?? {})) {
      const chosen = values(entry, name);
      if (many) {
        const group = filled("group", label);
        group.append(...options.map(([value, text]) => filled("box", text, "input", { name, value, checked: chosen.includes(value) })));
        open.append(group);
      } else {
        const field = filled("choice", label, "select", { name, ariaLabel: label });
        field.querySelector("select").append(...options.map(([value, text]) => new Option(text, value, false, chosen.includes(value))));
        open.append(field);
      }
    }
  }
  function filled(name, label, selector = "", facts = {}) {
    const field = part(name).content.firstElementChild.cloneNode(true);
    field.querySelector("span, legend").textContent = label;
    if (selector) Object.assign(field.querySelector(selector), facts);
    return field;
  }
  let dropping = ""; // the key of what was pressed to be dropped once
  const acts = {
    drop: (key) => {
      if (dropping === key) change((state) => drop(state, key));
      dropping = dropping === key ? "" : key;
    },
    again: (key) => change((state) => again(state, key)),
    correct: (key) => { correcting = key; },
    confirm: (key) => change((state) => {
      const entry = state.entries.find((each) => each.key === key);
      const codes = [...values(entry, "confirm"), entry.refused.confirm].join(" ");
      return correct(state, key, [...fieldsOf(entry), ["confirm", codes, ""]]);
    }),
    keep: (key, row) => {
      change((state) => { const entry = state.entries.find((each) => each.key === key); return entry ? correct(state, key, corrected(entry, row)) : state; });
    },
  };
  const fieldsOf = (entry) => entry.fields.filter(([name]) => name !== "confirm");
  /* the fields as they stand in the row: what was said yes to was said of other ones */
  function corrected(entry, row) {
    const typed = Object.fromEntries([...row.querySelectorAll("input:not([type=checkbox])")].map((input) => [input.name, input.value]));
    const kept = fieldsOf(entry).filter(([name]) => !entry.choices?.[name]).map(([name, value, label]) => [name, label ? typed[name] ?? value : value, label]);
    const chosen = [...row.querySelectorAll("select, input:checked")].map((field) => [field.name, field.value, ""]);
    return [...kept, ...chosen];
  }
  panel.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do]");
    if (!button) return;
    acts[button.dataset.do](button.dataset.of, button.closest("li"));
    if (button.dataset.do !== "correct") correcting = null;
    render();
    panel.querySelector("[data-put=open] input")?.focus();
    if (button.dataset.do !== "correct" && !isDown()) flush();
  });
  async function opens(form) {
    const body = new URLSearchParams(new FormData(form));
    form.reset();
    try {
      const answer = await fetch(address, { method: "POST", body, redirect: "manual", signal: AbortSignal.timeout(10000) });
      if (answer.ok) change(opened);
      part("refused").textContent = answer.ok ? "" : answer.status === 422 ? (await answer.json()).message : spoken("Sign in again first.");
    } catch { goneDown(); }
    render();
    if (!load().locked) flush();
  }

  /* --- a page begins: what an earlier one sent and saw no answer of waits; what is too old for anybody is gone --- */
  const kept = load();
  if (kept.person !== person && Date.now() - (kept.entries[0]?.entered ?? 0) > LONGEST) {
    stopped = `What badge ${kept.badge} had entered here waited for more than twelve hours and is gone: tell a manager.`;
    wipe();
  }
  change((state, now) => due({ ...state, entries: state.entries.map((entry) => ({ ...entry, direct: false })) }, now));
  if (!navigator.onLine) goneDown();
  else if (load().entries.length) answers().then((yes) => (yes ? cameBack() : goneDown()));
  render();
})();
