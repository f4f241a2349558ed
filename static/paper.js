/* A print opens the browser's dialog, and goes away after it: the desk it was asked from still has the focus. */
"use strict";
window.addEventListener("load", () => {
  window.addEventListener("afterprint", () => window.close());
  window.print();
});
