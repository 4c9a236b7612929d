/**
 * A wrong change: its name says what goes wrong. It is made in the line that ends with the mark, `-- @mark` in SQL and
 * `// @mark` in TypeScript. The change is a new text for the whole line, or a part of the line and what takes its place.
 */
export type Row = readonly [name: string, mark: string, change: Change];

type Change = string | readonly [part: string, replacement: string];

const marked = /^( *)(.*\S)( +(?:--|\/\/) @([a-z-]+))$/;

export function marksOf(source: string): readonly string[] {
  return source.split("\n").flatMap((line) => marked.exec(line)?.[4] ?? []);
}

/** The source with the change, in each line that has the mark. Throws unless the part occurs there exactly once. */
export function changed(source: string, { mark, change }: { readonly mark: string; readonly change: Change }): string {
  const lines = source.split("\n").map((line) => {
    const [, indent = "", code = "", comment = "", found] = marked.exec(line) ?? [];
    if (found !== mark) return line;
    if (typeof change === "string") return indent + change + comment;
    const [part, replacement] = change;
    const [before = "", after, ...more] = code.split(part);
    if (after === undefined || more.length > 0) throw new Error(`${part} does not stand once at @${mark}`);
    return indent + before + replacement + after + comment;
  });
  return lines.join("\n");
}
