import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "../../../..");

function markdown(folder: string): readonly string[] {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });
  // The built site is below the folder too.
  return files.map((file) => file.replaceAll(path.sep, "/")).filter((file) => /^(?:[\w-]+\/)?[\w-]+\.md$/.test(file));
}

/** The pages of the site: the path of each in the checkout, and on the site. */
export const pages: Readonly<Record<string, string>> = {
  "README.md": "index.md",
  "README.ko.md": "ko/index.md",
  "CONTRIBUTING.md": "contributing.md",
  "SECURITY.md": "reporting.md",
  "packages/client/README.md": "client.md",
  "packages/sdk/README.md": "sdk.md",
  "packages/create-wonflow/README.md": "create.md",
  ...Object.fromEntries(markdown("docs").map((file) => [`docs/${file}`, file])),
  "docs/README.md": "pages.md",
};

/**
 * Where a link of a page leads on the site. A page of it: its address there. Another file of the checkout: the same file
 * in a browser of the repository, undefined if none is named. Throws if there is no such file.
 */
export function siteLink(page: string, link: string, repository: string | undefined): string | undefined {
  if (/^(?:https?:|#)/.test(link)) return link;
  const [to = "", anchor] = link.split("#");
  const target = path.posix.join(path.posix.dirname(page), decodeURI(to)).replace(/\/$/, "");
  const place = pages[target];
  if (place === undefined) {
    if (!existsSync(path.join(root, target))) throw new Error(`${page}: ${link} leads to no file`);
    return repository === undefined ? undefined : `${repository}/${target}`;
  }
  const address = `/${place.replace(/(?:index)?\.md$/, "")}`;
  return anchor === undefined ? address : `${address}#${anchor}`;
}

/** The anchor of a heading, as browsers of repositories have it: links are written for these. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
    .replaceAll(" ", "-");
}

const listFile = "docs/llms.txt";

export function siteList(): string {
  const list = readFileSync(path.join(root, listFile), "utf8");
  return list.replaceAll(/(?<=^- \[[^\]]+\]\()[^)]+/gm, (link) => siteLink(listFile, link, undefined) ?? link);
}

export interface Section {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

/** The pages by section, in the order in which `llms.txt` names them: so none is left out of the site's own list. */
export function sections(): readonly Section[] {
  const [, ...parts] = siteList().split(/^## /m);
  return parts.map((part) => ({
    text: part.split("\n")[0] ?? "",
    items: [...part.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].map(([, text = "", link = ""]) => ({ text, link })),
  }));
}
