/* What scripts say, in the language of the page: the page hands over the translated texts, and none in English. */
"use strict";
(() => {
  const texts = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");
  /* a text with places, cut at them: what stands before the first, its name, what stands before the next, … */
  const patterns = Object.entries(texts).filter(([text]) => /\{\w+\}/.test(text))
    .sort(([one], [other]) => other.length - one.length)
    .map(([text, words]) => [text.split(/\{(\w+)\}/), words]);

  /* what stands in the places where the sentence is made from that text, each as short as can be; else null */
  const valuesIn = ([first, ...rest], sentence) => {
    if (!sentence.startsWith(first)) return null;
    const values = {};
    let from = first.length;
    for (let i = 0; i < rest.length; i += 2) {
      const [name, literal] = [rest[i], rest[i + 1]];
      const isLast = i + 2 === rest.length;
      const end = sentence.endsWith(literal) ? sentence.length - literal.length : -1;
      const to = isLast ? end : sentence.indexOf(literal, from);
      if (to < from) return null;
      values[name] = sentence.slice(from, to);
      from = to + literal.length;
    }
    return values;
  };

  /* a finished sentence: its text, or the one with places that it was made from, as config/language.py does */
  window.spoken = (sentence) => {
    if (Object.hasOwn(texts, sentence)) return texts[sentence];
    for (const [pattern, words] of patterns) {
      const found = valuesIn(pattern, sentence);
      if (found) return words.replace(/\{(\w+)\}/g, (_, name) => window.spoken(found[name]));
    }
    return sentence;
  };
})();
