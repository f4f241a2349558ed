/* What scripts say, in the language of the page: the page hands over the translated texts, and none in English. */
"use strict";
(() => {
  const texts = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");
  const escaped = (text) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  const patterns = Object.entries(texts).filter(([text]) => /\{\w+\}/.test(text))
    .sort(([one], [other]) => other.length - one.length)
    .map(([text, words]) => [new RegExp(`^${escaped(text).replace(/\{(\w+)\}/g, "(?<$1>.*?)")}$`, "s"), words]);

  /* a finished sentence: its text, or the one with places that it was made from, as config/language.py does */
  window.spoken = (text) => {
    if (Object.hasOwn(texts, text)) return texts[text];
    for (const [pattern, words] of patterns) {
      const found = pattern.exec(text)?.groups;
      if (found) return words.replace(/\{(\w+)\}/g, (_, name) => window.spoken(found[name]));
    }
    return text;
  };
})();
