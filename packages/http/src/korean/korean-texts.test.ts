import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { openService } from "../../test/open-service.ts";
import { openApiDocument } from "../index.ts";
import { idOf, koreanOf, withTexts, koreanTables, koreanTags } from "./korean-texts.ts";

interface Place {
  readonly text: string;
  readonly names: readonly string[];
}

const english = openApiDocument();
const places: Place[] = [];
withTexts(english, (text, names) => {
  places.push({ text, names });
  return text;
});

test("every text for readers has a Korean one", () => {
  const missing = places.filter(({ text, names }) => {
    const paragraphs = koreanOf(text, names)?.split("\n\n") ?? [""];
    return paragraphs.some((paragraph) => !/[가-힣]/.test(paragraph));
  });
  expect(missing.map(({ names }) => names.join("."))).toEqual([]);
  expect(places.length).toBeGreaterThan(1_500);
});

test("a Korean text is used, and all that share it have the same English one", () => {
  const described = places.filter(({ text }) => !/^[A-Z_]+: /.test(text));
  const byId = Map.groupBy(described, ({ names }) => idOf(names));
  const ids = koreanTables.flatMap((table) => Object.keys(table));
  expect(ids.filter((id, index) => !byId.has(id) || ids.indexOf(id) !== index)).toEqual([]);
  const differing = [...byId.values()].filter((those) => new Set(those.map(({ text }) => text)).size > 1);
  expect(differing.map((those) => those.map(({ names }) => names.join(".")))).toEqual([]);
});

test("nothing else differs, but that tags have Korean names", () => {
  const withoutTexts = (document: unknown) =>
    JSON.stringify(document, (key, value) => (/^(description|summary|x-displayName)$/.test(key) ? undefined : value));
  const korean = openApiDocument("ko");
  expect(withoutTexts(korean)).toBe(withoutTexts(english));
  expect(korean.tags.map((tag) => tag["x-displayName"])).toEqual(english.tags.map(({ name }) => koreanTags[name]));
});

test("the Korean document is a valid one too", async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(openApiDocument("ko"))));
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
});

test("programs get the English document, whatever they accept; the Korean one is there for who names it", async () => {
  const { call } = await openService();
  const asked = async (path: string) => {
    const { status, body } = await call("GET", path, { headers: { Authorization: null, "Accept-Language": "ko" } });
    return [status, Object(body).tags?.[1]?.["x-displayName"]];
  };
  expect(await asked("/openapi.json")).toEqual([200, undefined]);
  expect(await asked("/openapi.json?lang=en")).toEqual([200, undefined]);
  expect(await asked("/openapi.json?lang=ko")).toEqual([200, "결제"]);
  expect(await asked("/openapi.json?lang=ja")).toEqual([400, undefined]);
});
