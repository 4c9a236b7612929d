import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

const root = path.resolve(import.meta.dirname, "../../../..");

/** The table of each change that no test sees: its file, what it changes there, cut after 90 characters, and the reason. */
export const survivorsFile = "packages/check/src/mutation/survivors.tsv";

const placeSchema = z.object({ line: z.number(), column: z.number() });

const mutantSchema = z.looseObject({
  status: z.string(),
  replacement: z.string().default(""),
  location: z.object({ start: placeSchema, end: placeSchema }),
});

const fileSchema = z.looseObject({ source: z.string(), mutants: z.array(mutantSchema) });

/** The part of Stryker's report that is read; the rest is kept. */
export const reportSchema = z.looseObject({ files: z.record(z.string(), fileSchema) });

export type Report = z.output<typeof reportSchema>;
type Mutant = z.output<typeof mutantSchema>;

interface Row {
  /** The cells before the reason, which distinguish one change from every other. */
  readonly change: string;
  readonly why: string;
}

function rowsOf(table: string): readonly Row[] {
  const lines = table.split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const end = line.lastIndexOf("\t");
    return { change: line.slice(0, end), why: line.slice(end + 1) };
  });
}

/** The survivors of a folder's run that have no reason in the table, and the reasons that belong to no survivor. */
export function compareSurvivors(report: Report, { folder, table }: { folder: string; table: string }) {
  const survived = changesOf(report, ["Survived", "NoCoverage"]);
  // A test that never ends, or was only slow, may see it in another run.
  const late = changesOf(report, ["Timeout"]);
  const explained = rowsOf(table)
    .filter(({ change, why }) => change.startsWith(`${folder}/`) && why !== "")
    .map(({ change }) => change);
  return { unexplained: without(survived, explained), stale: without(without(explained, survived), late) };
}

/** Removes each of the others once from these. */
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

/** The change as the table has it. */
function changeOf({ file, source, mutant }: { file: string; source: string; mutant: Mutant }): string {
  const { start, end } = mutant.location;
  const lines = source.split("\n");
  const inside = lines.slice(start.line - 1, end.line);
  const last = inside.length - 1;
  inside[last] = inside[last]?.slice(0, end.column - 1) ?? "";
  inside[0] = inside[0]?.slice(start.column - 1) ?? "";
  const place = [file.replace("packages/core/src/", ""), declaredAt(lines, start.line)];
  return [...place, shortened(inside.join("\n")), shortened(mutant.replacement)].join("\t");
}

/** The name of the function or the constant that a line belongs to: the last one that begins at the margin. */
function declaredAt(lines: readonly string[], line: number): string {
  const above = lines.slice(0, line).toReversed();
  const names = above.map((each) => /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(each)?.[1]);
  return names.find((name) => name !== undefined) ?? "";
}

/** On one line, and at most 90 characters of it. */
function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 90 ? `${line.slice(0, 90)}…` : line;
}

/** The rows whose file does not hold what they say is changed, or that have no reason. */
export function misplacedSurvivors(table: string): readonly string[] {
  return rowsOf(table).flatMap(({ change, why }) => {
    const [file = "", name = "", text = ""] = change.split("\t");
    const source = readFileSync(path.join(root, "packages/core/src", file), "utf8").replaceAll(/\s+/g, " ");
    return why !== "" && source.includes(name) && source.includes(text.replace(/…$/, "")) ? [] : [change];
  });
}
