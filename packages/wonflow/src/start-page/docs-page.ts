import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { html, raw } from "hono/html";

import { htmlResponse } from "./html-response.ts";

export interface Doc {
  readonly file: string;
  readonly title: string;
  readonly text: string;
}

/** The pages of a folder, sorted by title; none without a folder. */
export async function listDocs(folder: string | undefined): Promise<readonly Doc[]> {
  if (folder === undefined) return [];
  const files = (await readdir(folder)).filter((file) => /^[\w-]+\.md$/.test(file));
  const docs = files.map(async (file) => {
    const text = await readFile(join(folder, file), "utf8");
    return { file, title: /^# (.+)/.exec(text)?.[1] ?? file, text };
  });
  return (await Promise.all(docs)).toSorted((a, b) => a.title.localeCompare(b.title));
}

const special = /(\[[^\]]+\]\([\w-]+\.md(?:#[\w-]+)?\)|<a id="\w+"><\/a>)/;

/** Shows a page's Markdown as it is, but with links to the other pages of its folder. */
export async function docsPage({ title, text }: Doc): Promise<Response> {
  const parts = text
    .replace(/^# .+\n+/, "")
    .replaceAll("<br>", " ")
    .split(special);
  const shown = parts.map((part) => {
    const [, name, address] = /^\[(.+)\]\((.+)\)$/s.exec(part) ?? [];
    if (name !== undefined) return html`<a href="${address ?? ""}">${name}</a>`;
    const [, id] = /^<a id="(\w+)">/.exec(part) ?? [];
    return id === undefined ? part : html`<a id="${id}"></a>`;
  });
  const body = html`<main class="doc">
    <p><a href="/">Wonflow</a></p>
    <h1>${title}</h1>
    <pre>${shown}</pre>
  </main>`;
  return htmlResponse({ language: "en", title: `${title} · Wonflow`, body: raw(await body) });
}
