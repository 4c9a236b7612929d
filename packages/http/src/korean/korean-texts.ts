import { errorCatalog, errorCodes, koreanActions } from "@wonflow/core";
import type { Tag } from "../route.ts";
import { cardTexts } from "./cards.ts";
import { checkoutTexts } from "./checkout.ts";
import { documentTexts } from "./document.ts";
import { operatorTexts } from "./operators.ts";
import { overviewTexts } from "./overview.ts";
import { paymentTexts } from "./payments.ts";
import { payoutTexts } from "./payouts.ts";
import { platformTexts } from "./platform.ts";
import { settlementTexts } from "./settlements.ts";
import { webhookTexts } from "./webhooks.ts";
import type { OpenApiDocument } from "../openapi/document.ts";

/** Members whose keys are arbitrary names; a field may be called `description`, too. */
const named = new Set(["examples", "headers", "parameters", "properties", "responses", "schemas", "securitySchemes"]);

/** Members that contain texts, but no name. */
const unnamed = new Set(["anyOf", "info", "requestBody", "servers"]);

/** Values that are sent or answered, not words about them. */
const values = new Set(["const", "default", "enum", "example", "value"]);

/** The path to a description from its operation, schema or shared part: `confirmPayment`, `summary`. */
type Names = readonly string[];

/**
 * The document with its texts in Korean: what people read of it, and nothing that programs do. A tag keeps its name, which
 * operations refer to, and gets its Korean one as `x-displayName`.
 */
export function inKorean(document: OpenApiDocument): OpenApiDocument {
  const korean = withTexts(document, (text, names) => koreanOf(text, names) ?? text);
  return { ...korean, tags: korean.tags.map((tag) => ({ ...tag, "x-displayName": koreanTags[tag.name] })) };
}

/** The same document with other texts in it. */
export function withTexts(document: OpenApiDocument, other: (text: string, names: Names) => string): OpenApiDocument {
  function partWith(part: unknown, names: Names, keysAreNames = false): unknown {
    if (Array.isArray(part)) return part.map((each) => partWith(each, [...names, ...nameOf(each)]));
    if (typeof part !== "object" || part === null) return part;
    const here = "operationId" in part ? [String(part.operationId)] : names;
    const hasBoth = "summary" in part && "description" in part;
    const members = Object.entries(part).map(([key, value]: [string, unknown]) => {
      if (keysAreNames) return [key, partWith(value, [...names, key])];
      const isText = (key === "summary" || key === "description") && typeof value === "string";
      if (isText) return [key, other(value, hasBoth ? [...here, key] : here)];
      const inside = unnamed.has(key) ? [...here, key] : here;
      return [key, values.has(key) ? value : partWith(value, inside, named.has(key))];
    });
    return Object.fromEntries(members);
  }
  return partWith(document, []) as OpenApiDocument;
}

/** The name of a tag or parameter, which are in lists. */
function nameOf(part: unknown): Names {
  return typeof part === "object" && part !== null && "name" in part ? [String(part.name)] : [];
}

/** The Korean text, or that of the codes that the text lists; undefined if not translated. */
export function koreanOf(text: string, names: Names): string | undefined {
  const codes = [...text.matchAll(/^([A-Z_]+): /gm)].map(
    ([, code]) => `${code}: ${koreanTexts.get(`${code}.summary`)}`,
  );
  return codes.join("\n\n") || koreanTexts.get(idOf(names) ?? "");
}

/** The text's id in the Korean tables: the longest one found. */
export function idOf([root = "", ...path]: Names): string | undefined {
  const ends = path.map((_, index) => path.slice(index).join("."));
  // The answer of a success is described by the operation's summary.
  const ofSuccess = /^\d{3}$/.test(path.join()) ? [`${root}.summary`] : [];
  return [...ends.map((end) => `${root}.${end}`), ...ends, root, ...ofSuccess].find((id) => koreanTexts.has(id));
}

/**
 * Korean texts by id: `confirmPayment.summary` of an operation, `listPayments.limit` of its parameter,
 * `createSession.payer` of its example, `PaymentIntent.receipt` of a schema's field. A name alone, such as `mId`, is the
 * text of all of that name that have none of their own.
 */
export const koreanTables: readonly Readonly<Record<string, string>>[] = [
  documentTexts,
  checkoutTexts,
  paymentTexts,
  settlementTexts,
  payoutTexts,
  overviewTexts,
  webhookTexts,
  operatorTexts,
  platformTexts,
  cardTexts,
];

const koreanTexts: ReadonlyMap<string, string> = new Map([
  ...koreanTables.flatMap((table) => Object.entries(table)),
  ...errorCodes.map((code) => [`${code}.summary`, errorCatalog[code].ko] as const),
  ...errorCodes.map((code) => [`${code}.description`, koreanActions[code]] as const),
]);

export const koreanTags: Readonly<Record<Tag, string>> = {
  "Checkout sessions": "결제 세션",
  Payments: "결제",
  Billing: "빌링",
  Settlements: "정산",
  Payouts: "지급",
  Overview: "현황",
  Webhooks: "웹훅",
  Operators: "가맹점 운영자",
  Keys: "API 키",
  Platform: "서비스 운영",
  "Checkout page": "결제창",
  Cards: "카드",
  Service: "서비스 상태",
};
