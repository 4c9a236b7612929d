import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const columns = 120;
const code = /\.(?:tsx?|mjs|js|css|html|sql)$/;
/** Printed or dumped by a script, or written by the release: its length is not counted. */
const printed =
  /\.generated\.|(?:^|\/)(?:api|CHANGELOG)\.md$|^docs\/(?:ko\/)?(?:README|errors|states|decisions)\.md$|\/database\.sql$/;

export type Kind = "source" | "tests" | "docs" | "examples";

/** What a file counts as; undefined for what is left out: printed files, data, settings and notes for the next release. */
export function kindOf(file: string): Kind | undefined {
  if (printed.test(file) || file.startsWith(".")) return undefined;
  if (file.endsWith(".md")) return "docs";
  if (!code.test(file)) return undefined;
  if (/\.test\.tsx?$|^(?:packages|examples)\/[^/]+\/test\//.test(file)) return "tests";
  if (/^examples\/|^packages\/create-wonflow\/template\//.test(file)) return "examples";
  return /^packages\/[^/]+\/src\//.test(file) ? "source" : undefined;
}

/** Lines of at most 120 columns: a longer one counts as often as it would have to be broken. */
export function countLines(text: string): number {
  const lines = text.replace(/\n$/, "").split("\n");
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
}

/** The number of files and lines of each kind and in all, then the lengths of source files. */
export function report(files: ReadonlyMap<string, string>): string {
  const lengths: Record<Kind, number[]> = { source: [], tests: [], docs: [], examples: [] };
  for (const [file, text] of files) {
    const kind = kindOf(file);
    if (kind !== undefined) lengths[kind].push(countLines(text));
  }
  const row = (title: string, counts: readonly number[]) => {
    const lines = counts.reduce((sum, count) => sum + count, 0);
    return `${title.padEnd(9)}${`${counts.length}`.padStart(6)} files${`${lines}`.padStart(9)} lines`;
  };
  const source = lengths.source.toSorted((one, other) => one - other);
  const below = (limit: number) => source.filter((count) => count < limit).length;
  return [
    ...Object.entries(lengths).map(([kind, counts]) => row(kind, counts)),
    row("total", Object.values(lengths).flat()),
    `source files: median ${source[source.length >> 1] ?? 0} lines, longest ${source.at(-1) ?? 0}, ${below(25)} under 25, ${below(40)} under 40`,
  ].join("\n");
}

const root = path.resolve(import.meta.dirname, "../../..");

function git(args: readonly string[], input = ""): Buffer {
  return execFileSync("git", args, { cwd: root, input, maxBuffer: 2 ** 30 });
}

/** The files of the checkout that git knows, or of a commit. */
function readFiles(commit: string | undefined): ReadonlyMap<string, string> {
  const list = commit === undefined ? ["ls-files"] : ["ls-tree", "-r", "--name-only", commit];
  const names = git([...list, "-z"])
    .toString()
    .split("\0");
  const counted = names.filter((name) => kindOf(name) !== undefined);
  if (commit === undefined) {
    const present = counted
      .map((name) => [name, path.join(root, name)] as const)
      .filter(([, file]) => existsSync(file));
    return new Map(present.map(([name, file]) => [name, readFileSync(file, "utf8")]));
  }
  // Each answer is a line that ends with the size, the content and a line break.
  const answers = git(["cat-file", "--batch"], counted.map((name) => `${commit}:${name}\n`).join(""));
  let at = 0;
  return new Map(
    counted.map((name) => {
      const start = answers.indexOf("\n", at) + 1;
      const size = Number(answers.toString("utf8", at, start).split(" ").at(-1));
      at = start + size + 1;
      return [name, answers.toString("utf8", start, start + size)];
    }),
  );
}

if (import.meta.main) console.log(report(readFiles(process.argv[2])));
