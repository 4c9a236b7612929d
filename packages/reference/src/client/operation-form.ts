import { learnedFrom, type Learned } from "./learned.ts";
import { authorizationOf, curlOf, requestOf, type SentRequest } from "./sent-request.ts";
import { wordsFor } from "./words.ts";

/** The page's part for an operation's form. */
export interface Page {
  /** The service's base path, taken from the page's own path; empty for none. */
  readonly base: string;
  /** The value of a key's or token's field. */
  readonly credential: (way: string) => string;
  readonly learn: (learned: Learned) => void;
  /** Fills in the credentials of an answer. */
  readonly keep: (answer: unknown) => void;
}

function part<Kind extends Element>(root: Element, selector: string, kind: new () => Kind): Kind {
  const element = root.querySelector(selector);
  if (element instanceof kind) return element;
  throw new Error(`the page has no ${selector}`);
}

export function operateForm(article: HTMLElement, page: Page): void {
  const form = part(article, "form", HTMLFormElement);
  const said = part(form, ".said", HTMLElement);
  const run = part(form, ".run", HTMLButtonElement);
  const example = form.querySelector<HTMLSelectElement>(".example");
  const body = form.querySelector<HTMLTextAreaElement>(".body");
  part(form, ".buttons", HTMLElement).hidden = false;
  example?.addEventListener("change", () => {
    if (body !== null) body.value = example.value;
  });
  part(form, ".copy", HTMLButtonElement).addEventListener("click", () => {
    const { request } = filledIn(article, page);
    navigator.clipboard.writeText(curlOf(request, location.origin + page.base)).then(
      () => (said.textContent = wordsFor("copied")),
      () => (said.textContent = wordsFor("notCopied")),
    );
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (run.getAttribute("aria-disabled") === "true") return;
    const { request, problem } = filledIn(article, page);
    if (problem !== undefined) {
      said.textContent = problem;
      return;
    }
    run.setAttribute("aria-disabled", "true");
    said.textContent = wordsFor("sent");
    void send(article, request, page).then((line) => {
      run.removeAttribute("aria-disabled");
      said.textContent = line;
    });
  });
}

function filledIn(article: HTMLElement, { credential }: Page) {
  const { method = "", path = "" } = article.dataset;
  const inputs = [...article.querySelectorAll<HTMLInputElement>("input[data-in]")];
  const way = article.querySelector<HTMLSelectElement>(".way")?.value ?? "";
  const key = credential(way);
  const request = requestOf({
    method,
    path,
    authorization: authorizationOf(way, key),
    fields: inputs.map(({ dataset, value }) => ({ place: dataset["in"] ?? "", name: dataset["name"] ?? "", value })),
    body: article.querySelector<HTMLTextAreaElement>(".body")?.value,
  });
  const problem = key.startsWith("live_") ? wordsFor("liveKey") : undefined;
  return { request, problem };
}

/** Sends a request, shows its answer, and answers the outcome in a line. */
async function send(article: HTMLElement, request: SentRequest, page: Page): Promise<string> {
  const { method, path, headers, body } = request;
  const result = part(article, ".result", HTMLElement);
  const line = part(result, ".line", HTMLElement);
  const shown = part(result, "pre", HTMLElement);
  result.hidden = false;
  try {
    const began = performance.now();
    const response = await fetch(page.base + path, {
      method,
      // Refusals come in the language of the page, which may differ from that of the browser.
      headers: { "Accept-Language": document.documentElement.lang, ...headers },
      cache: "no-store",
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const ms = Math.round(performance.now() - began);
    const value = valueIn(text);
    line.textContent = `${response.status} · ${ms} ms · Trace-Id ${response.headers.get("Trace-Id") ?? wordsFor("noTraceId")}`;
    shown.textContent = value === undefined ? text : JSON.stringify(value, null, 2);
    if (response.ok) {
      page.keep(value);
      for (const one of examplesOf(article, response.status)) page.learn(learnedFrom(one, value));
    }
    return wordsFor("answered", response.status);
  } catch {
    line.textContent = wordsFor("noAnswer");
    shown.textContent = wordsFor("unreachable");
    return wordsFor("noAnswer");
  }
}

function examplesOf(article: HTMLElement, status: number): readonly unknown[] {
  const examples = article.querySelectorAll(`[data-answer="${status}"]`);
  return [...examples].map(({ textContent }) => valueIn(textContent ?? ""));
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
