import { filterOperations } from "./filter.ts";
import { renamed, withLearned, type Learned } from "./learned.ts";
import { operateForm } from "./operation-form.ts";

const fieldOf = (id: string) => document.querySelector<HTMLInputElement>(`input#${id}`);

/** The current name of each example name. */
const known = new Map<string, string>();

/** Replaces the learned names in all fields. */
function learn(learned: Learned): void {
  const changes = new Map([...learned].map(([name, now]) => [known.get(name) ?? name, now]));
  for (const [name, now] of learned) known.set(name, now);
  const filled = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLOptionElement>(
    "article input, article textarea, .example option",
  );
  for (const element of filled) {
    const next = withLearned(element.value, changes);
    if (next !== element.value) element.value = next;
  }
}

/** Fills in the credentials of an answer. */
function keep(answer: unknown): void {
  const { token, csrfToken } = Object(answer) as { readonly token?: unknown; readonly csrfToken?: unknown };
  const fill = (selector: string, value: unknown) => {
    if (typeof value !== "string") return;
    for (const input of document.querySelectorAll<HTMLInputElement>(selector)) input.value = value;
  };
  fill("#checkoutToken", token);
  fill("input[data-name=X-CSRF-Token]", csrfToken);
}

const requests = [...document.querySelectorAll<HTMLOptionElement>(".example option")].map(({ value }) => {
  return JSON.parse(value) as unknown;
});
learn(renamed(requests, Date.now().toString(36)));

// The page is beside the operations, wherever the service is mounted.
const base = location.pathname.replace(/\/[^/]*$/, "");
const page = { base, credential: (way: string) => fieldOf(way)?.value.trim() ?? "", learn, keep };
for (const article of document.querySelectorAll<HTMLElement>("article")) operateForm(article, page);

const keys = document.querySelector<HTMLElement>("#keys");
if (keys !== null) keys.hidden = false;
const filter = fieldOf("filter");
if (filter?.parentElement) {
  filter.parentElement.hidden = false;
  filterOperations(filter);
}
// On a narrow screen the list is above the page, and starts closed.
const list = document.querySelector<HTMLDetailsElement>("nav .list");
if (list !== null && matchMedia("(max-width: 63.99rem)").matches) list.open = false;

// In the other language the reader stays at the same operation.
const other = document.querySelector<HTMLAnchorElement>(".languages a");
other?.addEventListener("click", () => (other.hash = location.hash));
