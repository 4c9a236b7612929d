import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A source tree as a value: each file's text by its path from the root, with `/` between folders. */
export type Tree = ReadonlyMap<string, string>;

const skippedFolders = new Set([
  ".git",
  ".next",
  ".wonflow",
  ".stryker-tmp",
  // The site's build writes files there that are soon gone.
  ".vitepress",
  "coverage",
  "dist",
  "node_modules",
  "reports",
]);
const textFiles = new Set([".css", ".html", ".js", ".json", ".md", ".mjs", ".sql", ".ts", ".tsx", ".yaml"]);

/** Reads the files of a checkout that are written by hand; a file that is not source text has a name and no content. */
export function readTree(root: string): Tree {
  const tree = new Map<string, string>();
  const visit = (folder: string) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!skippedFolders.has(entry.name)) visit(name);
      } else if (entry.isFile()) {
        tree.set(name, textFiles.has(path.extname(name)) ? readFileSync(path.join(root, name), "utf8") : "");
      }
    }
  };
  visit("");
  return tree;
}
