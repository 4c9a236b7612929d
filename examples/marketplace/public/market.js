const live = document.getElementById("live");

/** Shows what has changed: twice a second while days pass, else every other second. */
async function refresh() {
  try {
    const answer = await fetch("/live");
    const text = await answer.text();
    if (answer.ok && text !== live.dataset.shown) {
      live.dataset.shown = text;
      live.innerHTML = text;
    }
  } catch {
    // The marketplace is not running just now; it is asked again.
  }
  const passing = document.getElementById("passing")?.textContent !== "";
  setTimeout(() => void refresh(), passing ? 500 : 2000);
}

if (live !== null) void refresh();
