import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { openService } from "../../test/open-service.ts";
import { openApiDocument } from "../index.ts";
import { koreanTables, koreanTags } from "./korean-texts.ts";

interface Difference {
  readonly at: string;
  readonly english: unknown;
  readonly korean: unknown;
}

/** Every text and value of two documents that has its place in one of them or in both. */
function* places(english: unknown, korean: unknown, at = "#"): Generator<Difference> {
  const isObject = (part: unknown) => typeof part === "object" && part !== null;
  if (!isObject(english) || !isObject(korean)) {
    yield { at, english, korean };
    return;
  }
  const keys = new Set([...Object.keys(Object(english)), ...Object.keys(Object(korean))]);
  for (const key of keys) yield* places(Object(english)[key], Object(korean)[key], `${at}/${key}`);
}

const all = [...places(openApiDocument(), openApiDocument("ko"))];
const texts = all.filter(({ at, english }) => /\/(description|summary)$/.test(at) && typeof english === "string");

test("every text that people read is in Korean", () => {
  const left = texts.filter(({ korean }) => !/[가-힣]/.test(String(korean)));
  expect(left).toEqual([]);
  const half = texts.flatMap(({ english, korean }) => {
    const said = String(korean).split("\n\n");
    return String(english)
      .split("\n\n")
      .filter((paragraph, index) => paragraph.includes(" ") && paragraph === said[index]);
  });
  expect(half).toEqual([]);
  expect(texts.length).toBeGreaterThan(1_500);
});

test("nothing else differs, but that tags have Korean names", () => {
  const differing = all.filter(({ english, korean }) => english !== korean);
  const others = differing.filter((one) => !texts.includes(one));
  const names = openApiDocument().tags.map((_, index) => `#/tags/${index}/x-displayName`);
  expect(others.map(({ at }) => at)).toEqual(names);
  for (const { korean } of others) expect(korean).toMatch(/[가-힣]/);
});

test("no Korean text is left of an English one that is gone, and none stands there twice", () => {
  const paragraphs = new Set(texts.flatMap(({ english }) => String(english).split("\n\n")));
  const keys = koreanTables.flatMap((table) => Object.keys(table));
  expect(keys.filter((key) => !paragraphs.has(key))).toEqual([]);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  expect(Object.keys(koreanTags).toSorted()).toEqual(
    openApiDocument()
      .tags.map(({ name }) => name)
      .toSorted(),
  );
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
