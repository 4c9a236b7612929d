import { errorCatalog, errorCodes, type ErrorCode, type Retry } from "@wonflow/core";

/** The part of a catalog that one heading stands above. */
interface Group {
  readonly heading: string;
  readonly codes: readonly ErrorCode[];
}

const retries: Readonly<Record<Retry, string>> = {
  no: "no",
  later: "yes, later",
  "look-up-first": "only after a look-up",
};

/**
 * The groups as the catalog's source has them: a comment of its own line above the codes of each.
 * Throws where a code stands in no group.
 */
export function groupsOf(source: string): readonly Group[] {
  const found = [...source.matchAll(/^ {2}(?:\/\/ (?<heading>.+)|(?<code>[A-Z_]+): entry\()/gm)];
  const groups: { heading: string; codes: ErrorCode[] }[] = [];
  for (const { groups: match = {} } of found) {
    const { heading, code } = match;
    if (heading !== undefined) groups.push({ heading, codes: [] });
    const known = errorCodes.find((one) => one === code);
    if (known !== undefined) groups.at(-1)?.codes.push(known);
  }
  const grouped = new Set(groups.flatMap(({ codes }) => codes));
  const missing = errorCodes.filter((code) => !grouped.has(code));
  if (missing.length > 0) throw new Error(`no heading stands above ${missing.join(", ")}`);
  return groups.filter(({ codes }) => codes.length > 0);
}

/** Text in a cell of a table, where `<` would begin markup and `|` the next cell. */
function cell(text: string): string {
  return text.replaceAll("<", "&lt;").replaceAll("|", "\\|");
}

function row(code: ErrorCode): string {
  const { status, en, ko, retry, action } = errorCatalog[code];
  const message = `${cell(en)}<br>${cell(ko)}`;
  return `| <a id="${code}"></a>\`${code}\` | ${status} | ${message} | ${retries[retry]} | ${cell(action)} |`;
}

function section({ heading, codes }: Group): string {
  const head = "| code | status | message | retry | what to do |\n|---|---|---|---|---|";
  return `## ${heading}\n\n${head}\n${codes.map(row).join("\n")}\n`;
}

/** The reference of error codes as Markdown. */
export function printErrors(catalogSource: string): string {
  const intro = `# Errors

Every error has the same shape: \`{ statusCode, code, message, traceId, details? }\`. Decide by \`code\`, which never changes its meaning; \`message\` is for people, in the language that \`Accept-Language\` asks for; \`details\` names each field that is wrong; quote \`traceId\` when you ask for help.

**Retry** says whether the same request may help when it is sent again. *Only after a look-up* means that nobody can tell yet whether money has moved: look the payment up before you do anything else.

What the SDK finds out by itself in a buyer's browser is in [its own list](../packages/sdk/README.md), and so is what the [client](../packages/client/README.md#errors) finds on a merchant's server.
`;
  return [intro, ...groupsOf(catalogSource).map(section)].join("\n");
}
