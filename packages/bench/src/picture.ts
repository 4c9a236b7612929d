import type { Table } from "./report.ts";

const width = 760;
const labelWidth = 400;
const lineHeight = 22;
const barWidth = 260;

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

function multipleOf(line: readonly string[]): number | undefined {
  const cell = line.at(-1) ?? "";
  return cell.endsWith("×") ? Number.parseFloat(cell) : undefined;
}

/** Tables as a picture: a bar for each line with a multiple, as long as that is beside the longest of its table. */
export function draw(tables: readonly Table[], captions: readonly string[]): string {
  const parts: string[] = [];
  let y = 0;
  const text = (x: number, className: string, words: string) =>
    parts.push(`<text x="${x}" y="${y + 15}" class="${className}">${escaped(words)}</text>`);
  for (const { title, lines } of tables) {
    const bars = lines.flatMap((line) => {
      const multiple = multipleOf(line);
      return multiple === undefined ? [] : [{ what: line[0] ?? "", multiple }];
    });
    if (bars.length === 0) continue;
    const longest = Math.max(...bars.map(({ multiple }) => multiple));
    y += lineHeight / 2;
    text(0, "title", title);
    y += lineHeight;
    for (const { what, multiple } of bars) {
      const length = Math.max(1, (multiple / longest) * barWidth);
      text(0, "what", what);
      parts.push(`<rect x="${labelWidth}" y="${y + 4}" width="${length.toFixed(1)}" height="14" rx="2"/>`);
      text(labelWidth + length + 6, "multiple", `${multiple} ×`);
      y += lineHeight;
    }
  }
  y += lineHeight / 2;
  for (const caption of captions) {
    text(0, "caption", caption);
    y += lineHeight;
  }
  const height = y + lineHeight / 2;
  const style =
    "text{font:13px system-ui,sans-serif;fill:#1f2328}.title{font-weight:600}.multiple,.caption{fill:#59636e}rect{fill:#3182f6}" +
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.multiple,.caption{fill:#9198a1}}";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 0 ${width} ${height}" role="img" aria-label="${escaped(captions.join(", "))}"><style>${style}</style>${parts.join("")}</svg>\n`;
}
