import { errorCatalog, isErrorCode, koreanActions } from "@wonflow/core";
import type { OpenApiDocument } from "../openapi/document.ts";
import { koreanTags, koreanTexts } from "./korean-texts.ts";

/** Parts of a document whose keys are names that somebody gave; a field may be called `description`, too. */
const named = new Set([
  "content",
  "examples",
  "headers",
  "parameters",
  "paths",
  "properties",
  "responses",
  "schemas",
  "securitySchemes",
  "webhooks",
]);

/** Values that are sent or answered, not words about them. */
const values = new Set(["const", "default", "enum", "example", "value"]);

/**
 * The document with its texts in Korean: what people read of it, and nothing that programs do. A tag keeps its name, which
 * operations refer to, and gets its Korean one as `x-displayName`.
 */
export function inKorean(document: OpenApiDocument): OpenApiDocument {
  // The same structure with other texts in it.
  const { components, ...rest } = partInKorean(document) as OpenApiDocument;
  const examples = Object.entries(components.examples).map(
    ([code, example]) => [code, errorInKorean(code, example)] as const,
  );
  return {
    ...rest,
    tags: rest.tags.map((tag) => ({ ...tag, "x-displayName": koreanTags[tag.name] })),
    components: { ...components, examples: Object.fromEntries(examples) },
  };
}

function partInKorean(part: unknown, keysAreNames = false): unknown {
  if (Array.isArray(part)) return part.map((each) => partInKorean(each));
  if (typeof part !== "object" || part === null) return part;
  const members = Object.entries(part).map(([key, value]) => [
    key,
    keysAreNames ? partInKorean(value) : memberInKorean(key, value),
  ]);
  return Object.fromEntries(members);
}

function memberInKorean(key: string, value: unknown): unknown {
  if ((key === "description" || key === "summary") && typeof value === "string") return textInKorean(value);
  return values.has(key) ? value : partInKorean(value, named.has(key));
}

/** A text is put together of paragraphs, of which each has its own Korean one. */
function textInKorean(text: string): string {
  const paragraphs = text.split("\n\n").map((paragraph) => {
    const [, code = ""] = /^([A-Z_]+): /.exec(paragraph) ?? [];
    return isErrorCode(code) ? `${code}: ${errorCatalog[code].ko}` : (koreanTexts.get(paragraph) ?? paragraph);
  });
  return paragraphs.join("\n\n");
}

type ErrorExample = OpenApiDocument["components"]["examples"][string];

function errorInKorean(code: string, example: ErrorExample): ErrorExample {
  if (!isErrorCode(code)) return example;
  return { ...example, summary: errorCatalog[code].ko, description: koreanActions[code] };
}
