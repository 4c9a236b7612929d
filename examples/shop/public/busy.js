/**
 * Shows on a button that it works, in the words of its data-busy, and blocks all others meanwhile. Returns a function
 * that ends this, or undefined if something is under way already.
 */
function startWorking(button) {
  if (document.querySelector("[aria-busy=true]")) return undefined;
  const text = button.textContent;
  // Not disabled, which would take the focus from it.
  button.setAttribute("aria-busy", "true");
  button.textContent = button.dataset.busy;
  return () => {
    button.removeAttribute("aria-busy");
    button.textContent = text;
  };
}

document.addEventListener("submit", (event) => {
  if (event.submitter?.dataset.busy && !startWorking(event.submitter)) event.preventDefault();
});

// A page that the browser kept while the buyer was away comes back as it was left, in the middle of working.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});
