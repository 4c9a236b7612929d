import type { Tree } from "../../src/tree.ts";
import { isProduction, sourcesOf, type Source } from "../architecture/source.ts";

/** The code of one `@example`. */
export interface Block {
  readonly path: string;
  /** The line of its file that it begins on, counted from 1. */
  readonly line: number;
  readonly code: string;
}

/** The lines below each `@example` of a comment, until its next tag or its end. */
function blocksOf(source: Source): readonly Block[] {
  return source.comments.flatMap(({ value, start }) => {
    const before = source.text.slice(0, start).split("\n").length;
    const lines = value.split("\n").map((line) => line.replace(/^\s*\* ?/, ""));
    return lines.flatMap((line, index) => {
      if (!/^\s*@example\b/.test(line)) return [];
      const below = lines.slice(index + 1);
      const end = below.findIndex((one) => /^\s*@\w/.test(one));
      const code = below.slice(0, end === -1 ? below.length : end).join("\n");
      return [{ path: source.path, line: before + index + 1, code: code.trimEnd() }];
    });
  });
}

/** Every `@example` in what a package ships. */
export function examplesOf(tree: Tree): readonly Block[] {
  return sourcesOf(tree)
    .filter(({ path }) => isProduction(path))
    .flatMap(blocksOf);
}

/**
 * Every block of code in one language of the pages of `docs` and the README. Those of `docs/ko` are left out: a test holds
 * that they are the same.
 */
export function blocksInPages(tree: Tree, language: string): readonly Block[] {
  const pages = [...tree].filter(([file]) => /^(?:docs\/(?!ko\/).+|README[.\w]*)\.md$/.test(file));
  return pages.flatMap(([page, text]) =>
    [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gm"))].map(({ 1: code = "", index }) => ({
      path: page,
      line: text.slice(0, index).split("\n").length + 1,
      code: code.trimEnd(),
    })),
  );
}
