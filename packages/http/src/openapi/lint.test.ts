import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { openApiDocument } from "../index.ts";

/** Accepted findings, with reasons. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // `/px/intents/orders/{orderId}` fits each of them too. The router takes the path with fewer open parts.
  "no-ambiguous-paths": Object.keys(openApiDocument().paths)
    .filter((path) => path.startsWith("/px/intents/{intentKey}/"))
    .map((path) => `#/paths/${path.replaceAll("/", "~1")}`),
};

/** The findings of the linter's strictest rules, and of those of them that are off at first and that we keep. */
async function findingsIn(document: unknown): Promise<Readonly<Record<string, readonly string[]>>> {
  const config = await createConfig({
    extends: ["recommended-strict"],
    rules: {
      "operation-description": "error",
      "operation-singular-tag": "error",
      "operation-tag-defined": "error",
      "parameter-description": "error",
      "no-invalid-media-type-examples": "error",
      "no-invalid-parameter-examples": "error",
      "no-invalid-schema-examples": "error",
      "no-schema-type-mismatch": "error",
      "no-http-verbs-in-paths": "error",
      "no-required-schema-properties-undefined": "error",
      "paths-kebab-case": "error",
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config });
  const byRule = Map.groupBy(problems, ({ ruleId }) => ruleId);
  const places = [...byRule].map(([rule, found]) => [rule, found.map(({ location: [at] }) => at?.pointer ?? "")]);
  return Object.fromEntries(places);
}

/** The linter walks the whole document, which takes seconds where other tests have the cores. */
const timeout = 60_000;

test.each(["en", "ko"] as const)("the linter finds nothing but what we mean: %s", { timeout }, async (language) => {
  expect(await findingsIn(openApiDocument(language))).toEqual(exceptions);
});

describe("the linter finds", () => {
  const confirm = ["paths", "/px/intents/confirm", "post"];
  const example = [...confirm, "requestBody", "content", "application/json", "examples", "authenticated", "value"];

  const mistakes: readonly (readonly [rule: string, place: readonly string[], value: unknown])[] = [
    ["operation-description", [...confirm, "description"], ""],
    ["no-invalid-media-type-examples", [...example, "amount"], "10,000"],
    ["no-unresolved-refs", [...confirm, "parameters", "0"], { $ref: "#/components/parameters/None" }],
    ["security-defined", [...confirm, "security"], undefined],
  ];

  /** The document with something else in each of these places: one walk finds all. */
  function changed(): unknown {
    const document: unknown = structuredClone(openApiDocument());
    for (const [, place, value] of mistakes) {
      const last = place.at(-1) ?? "";
      const around = place.slice(0, -1).reduce<unknown>((part, step) => Object(part)[step], document);
      Object.assign(Object(around), { [last]: value });
    }
    return document;
  }

  test("one mistake of each kind", { timeout }, async () => {
    const rules = mistakes.map(([rule]) => rule);
    expect(Object.keys(await findingsIn(changed()))).toEqual(expect.arrayContaining(rules));
  });
});
