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
 * folder. Those in `ko` are in Korean.
 */
export async function listDocs(folder: string | undefined): Promise<readonly Doc[]> {
  if (folder === undefined) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory() && /^[\w-]+$/.test(entry.name));
  const inside = below.map(async ({ name }) => {
    const files = await readdir(join(folder, name));
    return files.map((file) => `${name}/${file}`);
  });
  const files = [...entries.map(({ name }) => name), ...(await Promise.all(inside)).flat()];
  const docs = files.filter((file) => /^(?:[\w-]+\/)?[\w-]+\.md$/.test(file)).map((file) => readDoc(folder, file));
  return (await Promise.all(docs)).toSorted(byTitle);
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

/** A page, with links to the other ones. */
export async function docsPage({ file, language, title, text }: Doc, docs: readonly Doc[]): Promise<Response> {
  // Only who reads pages waits for it to load.
  const { htmlOf } = await import("./markdown.ts");
  const shown = htmlOf(text.replace(/^# .+\n+/, ""), (href) => linkOf(file, href, docs));
  const home = language === "ko" ? "/?lang=ko" : "/";
  const body = html`<main class="doc">
    <p><a href="${home}">Wonflow</a></p>
    <h1>${title}</h1>
    ${raw(shown)}
  </main>`;
  return htmlResponse({ language, title: `${title} · Wonflow`, body: raw(await body) });
}

/** A link stays as it is where it leads to a page of the folder, within its page, or to another place of the web. */
function linkOf(file: string, href: string, docs: readonly Doc[]): string | undefined {
  if (/^(?:https?:|#)/.test(href)) return href;
  const [to = ""] = href.split("#");
  const target = posix.join(posix.dirname(file), to);
  return docs.some((doc) => doc.file === target) ? href : undefined;
}
