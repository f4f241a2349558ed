/* The API's documentation: Swagger UI reads the schema, and may ask the API by GET as whoever is signed in. */
"use strict";

(() => {
  const place = document.getElementById("api-docs");
  if (!place || !window.SwaggerUIBundle) return;
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  const prefersDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  const isDark = scheme.includes("dark") && (prefersDark || !scheme.includes("light"));
  document.documentElement.classList.toggle("dark-mode", isDark);
  window.SwaggerUIBundle({
    url: place.dataset.schema,
    domNode: place,
    presets: [window.SwaggerUIBundle.presets.apis],
    layout: "BaseLayout",
    deepLinking: true,
    docExpansion: "list",
    filter: true,
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
    supportedSubmitMethods: ["get"],
    syntaxHighlight: { activated: true },
    requestInterceptor: (request) => {
      if (!request.loadSpec && place.dataset.room && !request.headers.Room) request.headers.Room = place.dataset.room;
      return request;
    },
  });
})();
