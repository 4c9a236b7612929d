import { createHash } from "node:crypto";

/** A block of code of a page. */
interface Code {
  readonly language: string;
  /** Its lines without comments, as those alone do something. */
  readonly lines: readonly string[];
}

/** A part of a page, from one heading to the next. */
interface Section {
  readonly level: number;
  readonly heading: string;
  readonly code: readonly Code[];
  /** The number of rows of each table. */
  readonly tables: readonly number[];
  /** The numbers of paragraphs and of items of lists. */
  readonly paragraphs: number;
  readonly items: number;
  /** Parts of the text in code style, such as `PENDING`. */
  readonly names: readonly string[];
  readonly numbers: readonly string[];
}

const fence = /^```(\w*)\n([^]*?)^```$/gm;

/** Comments of TypeScript begin a line or follow a space, unlike `"/pay/*"` and `https://`. */
const comments: Readonly<Record<string, RegExp>> = {
  ts: /^\s*\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm,
  js: /^\s*\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm,
  sh: /(?<=^|\s)# .*$/gm,
};

function codeOf(language: string, text: string): Code {
  const lines = text.replaceAll(comments[language] ?? /$^/g, "").split("\n");
  return { language, lines: lines.map((line) => line.trimEnd()).filter((line) => line !== "") };
}

/** The number of rows of each table, with its head. */
function tablesOf(text: string): readonly number[] {
  const tables = text.match(/(?:^\|.*\n)+/gm) ?? [];
  return tables.map((table) => table.trim().split("\n").length);
}

function sectionsOf(page: string): readonly Section[] {
  // A line of a shell's comment is no heading.
  const parts = page.replaceAll(fence, (block) => block.replaceAll(/^#/gm, "\0#")).split(/^(?=#+ )/m);
  return parts.filter((part) => part.startsWith("#")).map((part) => sectionOf(part.replaceAll("\0", "")));
}

function sectionOf(part: string): Section {
  const [, marks = "", heading = ""] = /^(#+) (.*)/.exec(part) ?? [];
  const text = part.replaceAll(fence, "").replaceAll(/\]\([^)]*\)|<a id="[^"]*">/g, "]");
  return {
    level: marks.length,
    heading,
    code: [...part.matchAll(fence)].map(([, language = "", code = ""]) => codeOf(language, code)),
    tables: tablesOf(text),
    paragraphs: text.split(/\n\s*\n/).filter((block) => !/^\s*(?:$|[#|<-]|\d+\. )/.test(block)).length,
    items: text.match(/^\s*(?:-|\d+\.) /gm)?.length ?? 0,
    names: [
      ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, name = ""]) => name),
      // A heading that is a name, such as that of a notice, by which others lead here.
      ...(/^[a-z]+(?:-[a-z]+)*$/.test(heading) ? [heading] : []),
    ],
    numbers: numbersOf(text.replaceAll(/`[^`\n]+`/g, "")),
  };
}

/** The numbers in prose, with `5만` also as 50,000. */
function numbersOf(text: string): readonly string[] {
  const tenThousands = [...text.matchAll(/(\d+)만/g)].map(([, count]) => `${count}0,000`);
  return [...(text.match(/\d+(?:[.,:]\d+)*/g) ?? []), ...tenThousands];
}

/** Whether a line of a twin matches its page. Where the twin has words in Korean, the page may have other words. */
function isSame(line: string, twin: string): boolean {
  if (!/\p{Script=Hangul}/u.test(twin)) return line === twin;
  const pattern = twin.split(/([^"'`<>${}]+)/).map((run) => {
    return /\p{Script=Hangul}/u.test(run) ? '[^"`<>${}]*' : run.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
  });
  return new RegExp(`^${pattern.join("")}$`).test(line);
}

/** The parts of a section that its twin says otherwise, or not at all. */
function differencesOf(section: Section, twin: Section): readonly string[] {
  const code = section.code.flatMap(({ language, lines }, index) => {
    const other = twin.code[index] ?? { language: "none", lines: [] };
    if (language !== other.language) return [`block ${index + 1} is ${other.language}, and not ${language}`];
    const count = Math.max(lines.length, other.lines.length);
    const at = Array.from({ length: count }, (_, line) => line).find(
      (line) => !isSame(lines[line] ?? "", other.lines[line] ?? ""),
    );
    return at === undefined ? [] : [`block ${index + 1} has ${other.lines[at] ?? "no"} for ${lines[at] ?? "no line"}`];
  });
  const [blocks, others] = [section.code.length, twin.code.length];
  return [
    ...(blocks === others ? [] : [`it has ${others} blocks of code, and not ${blocks}`]),
    ...code,
    ...(String(section.tables) === String(twin.tables)
      ? []
      : [`its tables have ${String(twin.tables) || "no"} rows, and not ${String(section.tables) || "any"}`]),
    ...(["paragraphs", "items"] as const).flatMap((kind) =>
      section[kind] === twin[kind] ? [] : [`it has ${twin[kind]} ${kind}, and not ${section[kind]}`],
    ),
    ...section.names
      .filter((name) => !twin.names.some((other) => isSame(name, other)))
      .map((name) => `\`${name}\` is missing`),
    ...section.numbers.filter((number) => !twin.numbers.includes(number)).map((number) => `${number} is missing`),
  ];
}

/**
 * The differences of a twin from its page: headings in number and level, and section by section blocks of code but for
 * comments and words, paragraphs, items of lists and rows of tables in number, names in code, and numbers.
 */
export function differences(page: string, twin: string): readonly string[] {
  const [sections, others] = [sectionsOf(page), sectionsOf(twin)];
  const odd = sections.findIndex(({ level }, index) => level !== others[index]?.level);
  if (odd >= 0 || sections.length !== others.length) {
    const at = odd >= 0 ? odd : sections.length;
    const [heading, other] = [sections[at], others[at]].map((one) =>
      one === undefined ? "nothing" : `${"#".repeat(one.level)} ${one.heading}`,
    );
    return [`heading ${at + 1} is ${other}, and not ${heading}`];
  }
  return sections.flatMap((section, index) => {
    const other = others[index] ?? section;
    return differencesOf(section, other).map((difference) => `${other.heading}: ${difference}`);
  });
}

/** A digest of a page's words. Lines that are broken elsewhere have the same. */
export function digestOf(page: string): string {
  const words = page.trim().replaceAll(/\s+/g, " ");
  return createHash("sha256").update(words).digest("hex").slice(0, 16);
}
