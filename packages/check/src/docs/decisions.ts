import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

interface Subject {
  readonly link: string;
  readonly about: string;
  readonly decisions: readonly number[];
}

/** The subjects of the decisions, from the heading, first sentence and decisions of each page below `docs/decisions`. */
function subjectsIn(docs: string): readonly Subject[] {
  const pages = readdirSync(path.join(docs, "decisions")).toSorted();
  return pages.map((page) => {
    const text = readFileSync(path.join(docs, "decisions", page), "utf8");
    const [, title, about] = /^# Decisions: (.+)\n\n(.+)\. \[All subjects\]/.exec(text) ?? [];
    if (title === undefined || about === undefined) throw new Error(`${page} does not begin as a page of decisions`);
    const numbers = [...text.matchAll(/^## <a id="d(\d+)"><\/a>\1\. /gm)].map(([, number]) => Number(number));
    const name = title.charAt(0).toUpperCase() + title.slice(1);
    const first = /^[A-Z](?![A-Z])/;
    return {
      link: `[${name}](decisions/${page})`,
      about: about.replace(first, (letter) => letter.toLowerCase()),
      decisions: numbers.toSorted((one, other) => one - other),
    };
  });
}

/** The page of decisions with its table, and the index for language models with its lines of them. */
export function printDecisions(docs: string): Readonly<Record<string, string>> {
  const subjects = subjectsIn(docs);
  const rows = subjects.map(({ link, about, decisions }) => `| ${link} | ${about} | ${ranges(decisions)} |\n`);
  const lines = subjects.map(({ link, about }) => `- ${link}: ${about}\n`);
  const read = (page: string) => readFileSync(path.join(docs, page), "utf8");
  return {
    "docs/decisions.md": read("decisions.md").replace(/(?:^\| \[.+\n)+/m, () => rows.join("")),
    "docs/llms.txt": read("llms.txt").replace(/(?:^- \[[^\]]+\]\(decisions\/.+\n)+/m, () => lines.join("")),
  };
}

/** Ascending numbers as a list such as `1, 5–7`. */
function ranges(numbers: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(", ");
}
