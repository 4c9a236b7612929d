import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

const root = path.resolve(import.meta.dirname, "../../../..");

/** Where each change that no test sees has its row, with the reason. */
export const survivorsPage = "docs/mutation-survivors.md";

const placeSchema = z.object({ line: z.number(), column: z.number() });

const mutantSchema = z.looseObject({
  status: z.string(),
  replacement: z.string().default(""),
  location: z.object({ start: placeSchema, end: placeSchema }),
});

const fileSchema = z.looseObject({ source: z.string(), mutants: z.array(mutantSchema) });

/** Stryker's report of a run, as far as it is read; the rest of it stays. */
export const reportSchema = z.looseObject({ files: z.record(z.string(), fileSchema) });

export type Report = z.output<typeof reportSchema>;
type Mutant = z.output<typeof mutantSchema>;

/** The first three cells of each row, which tell its change from every other one, and the reason. */
function survivorRows(markdown: string) {
  return markdown.split("\n").flatMap((line) => {
    const [, change, why] = /^(\| `.+` \| `.+` \| `.+` \|) (.*) \|$/.exec(line) ?? [];
    return change === undefined || why === undefined ? [] : [{ change, why }];
  });
}

/** The survivors of a folder's run that have no reason on the page, and the reasons that belong to no survivor. */
export function compareSurvivors(report: Report, { folder, markdown }: { folder: string; markdown: string }) {
  const survived = changesOf(report, ["Survived", "NoCoverage"]);
  // A test that never ends, or was only slow, may see it in another run.
  const late = changesOf(report, ["Timeout"]);
  const explained = survivorRows(markdown)
    .filter(({ change, why }) => change.startsWith(`| \`${folder}/`) && why !== "")
    .map(({ change }) => change);
  return { unexplained: without(survived, explained), stale: without(without(explained, survived), late) };
}

/** Each of these as often as it stands there more often than among the others. */
function without(these: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return these.filter((each) => {
    const found = left.indexOf(each);
    if (found !== -1) left.splice(found, 1);
    return found === -1;
  });
}

function changesOf(report: Report, statuses: readonly string[]): readonly string[] {
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) =>
    mutants.filter(({ status }) => statuses.includes(status)).map((mutant) => changeOf({ file, source, mutant })),
  );
}

/** The change as the page writes it: file and function, what stands there, and what it was changed into. */
function changeOf({ file, source, mutant }: { file: string; source: string; mutant: Mutant }): string {
  const { start, end } = mutant.location;
  const lines = source.split("\n");
  const inside = lines.slice(start.line - 1, end.line);
  const last = inside.length - 1;
  inside[last] = inside[last]?.slice(0, end.column - 1) ?? "";
  inside[0] = inside[0]?.slice(start.column - 1) ?? "";
  const place = `${code(file.replace("packages/core/src/", ""))} ${code(declaredAt(lines, start.line))}`;
  return `| ${place} | ${code(inside.join("\n"))} | ${code(mutant.replacement)} |`;
}

/** The name of the function or the constant that a line belongs to: the last one that begins at the margin. */
function declaredAt(lines: readonly string[], line: number): string {
  const above = lines.slice(0, line).toReversed();
  const names = above.map((each) => /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(each)?.[1]);
  return names.find((name) => name !== undefined) ?? "";
}

const longest = 90;

/** On one line, shortened, and as the cell of a table has it. */
function code(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const short = line.length > longest ? `${line.slice(0, longest)}…` : line;
  const fence = short.includes("`") ? "``" : "`";
  const space = short.startsWith("`") || short.endsWith("`") ? " " : "";
  return `${fence}${space}${short.replaceAll("|", "\\|")}${space}${fence}`;
}

function textOf(cell: string): string {
  const [, , inner = ""] = /^(`+) ?(.*?) ?\1$/.exec(cell.trim()) ?? [];
  return inner.replaceAll("\\|", "|").replace(/…$/, "");
}

/** The rows of a page whose file does not hold what they say is changed, or that have no reason. */
export function misplacedSurvivors(markdown: string): readonly string[] {
  return survivorRows(markdown).flatMap(({ change, why }) => {
    const [, place = "", text = ""] = change.split(/(?<!\\)\|/);
    const [file = "", name = ""] = place.trim().split(" ").map(textOf);
    const source = readFileSync(path.join(root, "packages/core/src", file), "utf8").replaceAll(/\s+/g, " ");
    return why !== "" && source.includes(name) && source.includes(textOf(text)) ? [] : [change];
  });
}
