/* Evenings of a tablet with a bad line, told by the rules of static/queue.js against a server and a person that are
   modelled here in plain words. told(first, count) plays that many scripts and returns what they did and what went wrong. */
"use strict";
window.told = (first, count) => {
  const rules = window.queueRules;
  const MINUTE = 60 * 1000;
  const sum = { scripts: 0, entered: 0, recorded: 0, straight: 0, answers_lost: 0, requests_lost: 0, refused: 0, corrected: 0, dropped: 0, locked: 0, reloads: 0, wiped: 0, twice: 0 };

  function draws(seed) { // mulberry32
    return () => {
      seed = (seed + 0x6d2b79f5) | 0;
      let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
  }

  function play(seed) {
    const random = draws(seed);
    const chance = (part) => random() < part;
    const wrong = [];
    const must = (holds, what) => { if (!holds) wrong.push(`script ${seed}: ${what}`); };
    let state = rules.empty("7", "F7");
    let now = 1000 * MINUTE;
    let up = true;
    let openedAt = -Infinity;
    let lostAt = null; // since when the line is down, as the person at the table would say
    let number = 0;
    const meant = []; // every entry that was kept, in order: { key, fate } with fate "", "dropped", "wiped" or "refused"
    const server = { order: [], bodies: new Map() };
    const fateOf = (key, fate) => { meant.find((each) => each.key === key).fate = fate; };
    const bad = (entry) => entry.fields.some(([name, value]) => name === "amount" && value.startsWith("bad"));
    const body = (entry) => JSON.stringify(entry.fields.filter(([name]) => name !== "confirm"));
    const keep = (next, unlocks = false) => {
      must(!state.locked || next.locked || unlocks, "the lock opened without badge and PIN");
      state = JSON.parse(JSON.stringify(next));
    };
    const age = (entry) => now - entry.entered;

    /* what the server makes of a request: a key acts once, and another body under it is refused and means a fault here */
    function serve(entry) {
      if (age(entry) > rules.LOCK_AFTER && now - openedAt > rules.LOCK_AFTER) return { kind: "locked" };
      if (server.bodies.has(entry.key)) {
        must(server.bodies.get(entry.key) === body(entry), "a key came again with another body");
        return { kind: "recorded", message: "already" };
      }
      if (bad(entry)) return { kind: "refused", message: "no such amount", code: "bad", confirm: "" };
      server.bodies.set(entry.key, body(entry));
      server.order.push(entry.key);
      return { kind: "recorded", message: "done" };
    }
    function loseLine() { up = false; lostAt ??= now; keep(rules.lost(state, now)); }
    function over() { // the line, once a request is under way
      if (chance(0.12)) { sum.requests_lost += 1; return "before"; }
      if (chance(0.12)) { sum.answers_lost += 1; return "after"; }
      return "";
    }
    function flush() {
      for (let steps = 0; up && steps < 500; steps += 1) {
        const entry = rules.next(state, "7");
        must(rules.next(state, "8") === null, "another person's hands send it");
        if (!entry) return;
        must(!state.locked, "sent while locked");
        must(entry === state.entries[0] && !entry.refused && !entry.direct, "not the first was sent");
        keep(rules.sending(state, entry.key));
        const lost = over();
        const answer = lost === "before" ? null : serve(entry);
        if (lost) { keep(rules.answered(state, entry.key, { kind: "lost" })); loseLine(); return; }
        if (answer.kind === "refused") sum.refused += 1;
        keep(rules.answered(state, entry.key, answer));
        if (answer.kind === "refused") must(rules.next(state, "7") === null, "it went on after a refusal");
      }
    }
    function entered() {
      number += 1;
      const seat = chance(0.3) ? `seat ${1 + Math.floor(random() * 3)}` : "";
      const amount = seat ? (chance(0.5) ? "away" : "back") : `${chance(0.12) ? "bad" : "good"}${number}`;
      return { key: `k${number}`, to: seat ? `/${seat}/${amount}/` : "/ticks/", fields: [["key", `k${number}`, ""], ["amount", amount, "Rake"]], once: seat, what: "", about: "" };
    }
    function enter() {
      const entry = entered();
      const straight = up && !state.entries.length;
      const said = entry.once && state.entries.filter((each) => each.once === entry.once).at(-1)?.to === entry.to;
      const length = state.entries.length;
      keep(straight ? rules.begin(state, entry, now) : rules.enter(state, entry, now));
      keep(rules.enter(state, entry, now)); // a second press
      const pressed = { ...entry, key: `${entry.key}b`, fields: [["key", `${entry.key}b`, ""], ...entry.fields.slice(1)] };
      keep(rules.enter(state, pressed, now + Math.floor(random() * rules.TWICE))); // another, of the form as it is shown after the first
      must(state.entries.length <= length + 1, "a second press was kept");
      must(!said || state.entries.length === length, "the same act of the same seat was kept twice");
      if (state.entries.length === length) { sum.twice += 1; return; }
      meant.push({ key: entry.key, fate: "" });
      sum.entered += 1;
      if (straight) sendStraight(state.entries[0]);
      else if (up) flush();
    }
    function sendStraight(entry) {
      sum.straight += 1;
      must(rules.next(state, "7") === null, "what is with its form was sent beside it");
      const lost = over();
      const answer = lost === "before" ? null : serve(entry);
      if (chance(0.05)) { sum.reloads += 1; return begins(); } // the page dies before the answer is seen
      if (lost) { keep(rules.fell(state, entry.key)); loseLine(); return undefined; }
      if (answer.kind === "refused") fateOf(entry.key, "refused"); // the form shows it
      keep(rules.without(state, entry.key));
      return undefined;
    }
    function begins() { // another page of the same tablet
      keep({ ...state, entries: state.entries.map((entry) => ({ ...entry, direct: false })) });
      keep(rules.due(state, now));
    }
    function looksAfter() { // the person deals with what they see
      const entry = state.entries[Math.floor(random() * state.entries.length)];
      if (!entry) return;
      const may = rules.mayChange(state, entry.key);
      must(!(may && server.bodies.has(entry.key)), "what is recorded could be changed");
      if (chance(0.4)) {
        keep(rules.drop(state, entry.key));
        if (may) { sum.dropped += 1; fateOf(entry.key, "dropped"); }
        must(state.entries.some((each) => each.key === entry.key) === !may, "dropped what it may not, or not what it may");
      } else if (chance(0.7)) {
        const good = entry.fields.map(([name, value, label]) => [name, value.replace("bad", "good"), label]);
        keep(rules.correct(state, entry.key, good));
        if (may) sum.corrected += 1;
      } else keep(rules.again(state, entry.key));
      if (up) flush();
    }
    function waits(minutes) {
      now += Math.floor(minutes * MINUTE);
      const owed = !up && state.entries.length && now - lostAt >= rules.LOCK_AFTER;
      keep(rules.due(state, now));
      if (owed) { sum.locked += 1; must(state.locked, "not locked after so long without a line"); }
    }
    function comesBack() { up = true; lostAt = null; keep(rules.back(state, now)); must(state.lost === null, "the line is back and isn't"); flush(); }
    function opens() {
      if (!up) return; // badge and PIN are asked by the server
      openedAt = now;
      keep(rules.opened(state, now), true);
      flush();
    }
    function signsOut() {
      if (!up) return;
      for (const entry of state.entries) fateOf(entry.key, "wiped");
      sum.wiped += state.entries.length;
      keep(rules.empty("7", "F7"), true);
    }

    const steps = 10 + Math.floor(random() * 50);
    for (let step = 0; step < steps; step += 1) {
      const draw = random();
      if (draw < 0.5) enter();
      else if (draw < 0.6) loseLine();
      else if (draw < 0.72) comesBack();
      else if (draw < 0.82) waits(random() * (chance(0.25) ? 20 : 2));
      else if (draw < 0.92) looksAfter();
      else if (draw < 0.95) opens();
      else if (draw < 0.98) { sum.reloads += 1; begins(); }
      else if (draw < 0.985) signsOut();
      now += Math.floor(random() * 20000);
    }
    for (let round = 0; state.entries.length && round < 400; round += 1) { // the end of the evening: all is dealt with
      comesBack();
      if (state.locked) opens();
      if (state.entries[0]?.refused) looksAfter();
    }
    must(!state.entries.length, "something waits for ever");
    const places = server.order.map((key) => meant.findIndex((each) => each.key === key));
    must(new Set(server.order).size === server.order.length, "doubled");
    must(places.every((place, index) => index === 0 || places[index - 1] < place), "out of order");
    for (const { key, fate } of meant) {
      if (!fate) must(server.bodies.has(key), `${key} is lost`);
      if (fate === "dropped") must(!server.bodies.has(key), `${key} was dropped and is recorded`);
    }
    sum.recorded += server.order.length;
    sum.scripts += 1;
    return wrong;
  }

  const wrong = [];
  for (let seed = first; seed < first + count; seed += 1) wrong.push(...play(seed));
  return { sum, wrong: wrong.slice(0, 20) };
};
