import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";

import type { Language } from "@wonflow/core";
import { html, raw } from "hono/html";

import { htmlResponse } from "./html-response.ts";

export interface Doc {
  /** Below the folder, such as `webhook.md` or `ko/webhook.md`. */
  readonly file: string;
  readonly language: Language;
  readonly title: string;
  readonly text: string;
}

/**
 * The pages of a folder and of the folders in it, the first payment first, the others by their titles; none without a
 * folder. Those in `ko` are in Korean. Symbolic links are no pages, as they may lead out of the folder.
 */
export async function listDocs(folder: string | undefined): Promise<readonly Doc[]> {
  if (folder === undefined) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory() && /^[\w-]+$/.test(entry.name));
  const inside = below.map(async ({ name }) => {
    const files = await readdir(join(folder, name), { withFileTypes: true });
    return pagesAmong(files).map((file) => `${name}/${file}`);
  });
  const files = [...pagesAmong(entries), ...(await Promise.all(inside)).flat()];
  return (await Promise.all(files.map((file) => readDoc(folder, file)))).toSorted(byTitle);
}

function pagesAmong(entries: readonly Dirent[]): readonly string[] {
  return entries.filter((entry) => entry.isFile() && /^[\w-]+\.md$/.test(entry.name)).map(({ name }) => name);
}

async function readDoc(folder: string, file: string): Promise<Doc> {
  const text = await readFile(join(folder, file), "utf8");
  const language = file.startsWith("ko/") ? "ko" : "en";
  return { file, language, title: /^# (.+)/.exec(text)?.[1] ?? file, text };
}

function byTitle(one: Doc, other: Doc): number {
  return Number(isFirst(other)) - Number(isFirst(one)) || one.title.localeCompare(other.title);
}

/** Whether it is the page on which a reader begins. */
export function isFirst({ file }: Doc): boolean {
  return posix.basename(file) === "first-payment.md";
}

/** Where a page of the folder is served; the reader's language goes along, so that the start page comes back in it. */
export function addressOf({ file }: Doc, reader: Language): string {
  return `/docs/${file}?lang=${reader}`;
}

interface DocShown {
  readonly doc: Doc;
  /** All pages that links may lead to. */
  readonly docs: readonly Doc[];
  /** The language of the pages around this one. */
  readonly reader: Language;
}

/** A page, with links to the other ones. */
export async function docsPage({ doc, docs, reader }: DocShown): Promise<Response> {
  const { language, title, text } = doc;
  // Only who reads pages waits for it to load.
  const { htmlOf } = await import("./markdown.ts");
  const shown = htmlOf(text.replace(/^# .+[\r\n]+/, ""), (href) => linkOf(href, { doc, docs, reader }));
  const body = html`<main class="doc">
    <p><a href="/?lang=${reader}">Wonflow</a></p>
    <h1>${title}</h1>
    ${raw(shown)}
  </main>`;
  return htmlResponse({ language, title: `${title} · Wonflow`, body: raw(await body) });
}

/** Keeps a link within its page or to another site; a link to a page of the folder becomes that page's address. */
function linkOf(href: string, { doc, docs, reader }: DocShown): string | undefined {
  if (/^(?:https?:|#)/.test(href)) return href;
  const [to = "", anchor] = href.split("#");
  // Nothing but a relative path: `javascript:alert(1)//../../webhook.md` names a page of the folder too.
  if (!/^[\w.-][\w./-]*$/.test(to)) return undefined;
  const file = posix.join(posix.dirname(doc.file), to);
  const target = docs.find((each) => each.file === file);
  if (target === undefined) return undefined;
  return anchor === undefined ? addressOf(target, reader) : `${addressOf(target, reader)}#${anchor}`;
}
