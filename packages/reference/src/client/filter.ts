/** Shows the operations whose text has every word, in the list and on the page. */
export function filterOperations(field: HTMLInputElement): void {
  const entries = [...document.querySelectorAll<HTMLElement>("nav [data-of]")].map((entry) => {
    const article = document.querySelector<HTMLElement>(`#${entry.dataset["of"]}`);
    const heading = article?.querySelector("h3")?.textContent ?? "";
    const text = [
      entry.textContent,
      entry.dataset["of"],
      heading,
      article?.parentElement?.querySelector("h2")?.textContent,
    ];
    return { entry, article, text: text.join(" ").toLowerCase() };
  });
  const groups = [...document.querySelectorAll<HTMLElement>("nav section, main > section:has(article)")];
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const { entry, article, text } of entries) {
      const isHidden = !words.every((word) => text.includes(word));
      entry.hidden = isHidden;
      if (article !== null) article.hidden = isHidden;
    }
    for (const group of groups) group.hidden = group.querySelector("li:not([hidden]),article:not([hidden])") === null;
  });
}
