// uPlot 1.6.32 hands navigator.language to Intl.NumberFormat as soon as it is loaded. Chromium on a system with a POSIX
// locale calls its language en-US@posix, which Intl refuses with a RangeError: without this no page of the console begins.
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en-US" });
}

export {};
