import { readdirSync, readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { createReference, wordsIn } from "./create-reference.ts";
import type { ReferenceDocument, SchemaObject } from "./document.ts";

const shelfSchema = {
  type: "object",
  properties: {
    books: { type: "array", items: { $ref: "#/components/schemas/Book" } },
    color: { anyOf: [{ type: "string", enum: ["red", "blue"] }, { type: "null" }], description: "Of the <wood>" },
    key: { type: "string", minLength: 21, maxLength: 21, pattern: "^[a-z]+$" },
    size: { type: "integer", minimum: 1, exclusiveMaximum: 1_000, examples: [7] },
  },
  required: ["books"],
} satisfies SchemaObject;

const json = (schema: unknown, examples: object) => ({
  content: { "application/json": { schema, examples: { ...examples } } },
});
const shelf = { books: [{ title: "Tea & <Milk>" }] };

const document: ReferenceDocument = {
  info: { title: "Library", version: "1.2.3", description: "Books.\n\nAnd `shelves`." },
  tags: [{ name: "Shelves", description: "Where books stand." }],
  paths: {
    "/shelves/{name}": {
      put: {
        operationId: "putShelf",
        summary: "Puts a shelf up",
        description: "With all its books.",
        tags: ["Shelves"],
        security: [{ secretKey: [] }],
        parameters: [
          {
            name: "name",
            in: "path",
            required: true,
            description: "Its name",
            schema: { type: "string" },
            example: "tea",
          },
          { $ref: "#/components/parameters/Tag" },
        ],
        requestBody: json({ $ref: "#/components/schemas/Shelf" }, { one: { summary: "One book", value: shelf } }),
        responses: {
          200: {
            description: "It is placed",
            ...json({ $ref: "#/components/schemas/Shelf" }, { one: { summary: "It is placed", value: shelf } }),
          },
          404: {
            description: "NO_WALL",
            ...json({}, { NO_WALL: { $ref: "#/components/examples/NO_WALL" } }),
          },
        },
      },
    },
  },
  webhooks: {
    shelfFell: {
      post: {
        operationId: "shelfFell",
        summary: "A shelf fell",
        description: "Pick the books up.",
        parameters: [{ name: "webhook-id", in: "header", required: true, description: "Names it", schema: {} }],
        requestBody: json({ $ref: "#/components/schemas/Shelf" }, { one: { summary: "One book", value: shelf } }),
        responses: { "2XX": { description: "Thanks" }, default: { description: "It is sent again" } },
      },
    },
  },
  components: {
    schemas: {
      Shelf: shelfSchema,
      Book: { type: "object", properties: { title: { type: "string", maxLength: 9 } } },
    },
    parameters: {
      Tag: {
        name: "Tag",
        in: "header",
        required: false,
        description: "A mark",
        schema: { enum: ["new", "old"] },
        example: "new",
      },
    },
    examples: {
      NO_WALL: {
        summary: "There is no wall.",
        description: "Build one.",
        value: { statusCode: 404, message: "벽이 없어요." },
      },
    },
  },
};

const { page } = await createReference({ document });
/** The page's words, as they are read. */
const words = page.replaceAll(/<style>.*?<\/style>|<script>.*?<\/script>|<[^>]*>/gs, " ").replaceAll(/\s+/g, " ");

describe("an operation", () => {
  test.each([
    ["what it is", "Puts a shelf up PUT /shelves/{name} With all its books."],
    ["who may call it", "Called with Secret key"],
    ["its parameters", "name path, string Its name"],
    ["its headers, also those that are shared", "Tag header, any, optional A mark · one of new, old"],
    ["a field of a field, by its reference", "title string optional at most 9 characters"],
    ["a list", "books object[]"],
    ["what may be null", "color string or null optional Of the &lt;wood&gt; · one of red, blue"],
    ["bounds", "size integer optional from 1 · below 1000 · such as 7"],
    ["an exact length, and a pattern", "key string optional exactly 21 characters · like ^[a-z]+$"],
    ["its answers", "200 It is placed"],
    ["how many codes it has", "1 error code Status Code 404 NO_WALL"],
    ["what a code says", "NO_WALL 404 벽이 없어요. There is no wall. Build one."],
  ])("says %s", (_what, text) => {
    expect(words).toContain(text);
  });

  test("is filled in with its example; headers are not, as they change what happens", () => {
    expect(page).toMatch(/data-in="path"\s+data-name="name"\s+value="tea"/);
    expect(page).toMatch(/data-in="header"\s+data-name="Tag"\s+value=""\s+placeholder="such as new"/);
    const [, body = ""] = /<textarea[^>]*>([^<]*)<\/textarea>/.exec(page) ?? [];
    expect(body).toContain("Tea &amp; &lt;Milk&gt;");
  });
});

test("a webhook is shown with its request and the expected answers", () => {
  expect(words).toContain("A shelf fell Pick the books up. webhook-id Names it");
  expect(words).toContain("2XX Thanks else It is sent again");
});

test("the document's texts are never markup", () => {
  expect(page).not.toMatch(/<wood>|<Milk>/);
});

describe("in Korean", async () => {
  const tags = document.tags.map((tag) => ({ ...tag, "x-displayName": "책장" }));
  const languages = { ko: "?lang=ko", en: "?lang=en" };
  const korean = await createReference({ document: { ...document, tags }, language: "ko", languages });
  const said = korean.page
    .replaceAll(/<style>.*?<\/style>|<script>.*?<\/script>|<[^>]*>/gs, " ")
    .replaceAll(/\s+/g, " ");

  test.each([
    ["its title", "Library API 레퍼런스"],
    ["a tag by its Korean name", "책장 Where books stand."],
    ["who may call it", "인증 방법 시크릿 키"],
    ["its parameters", "name 경로, string Its name"],
    ["its headers", "Tag 헤더, 아무 값, 선택 A mark · new, old 중 하나"],
    ["what may be null", "color string 또는 null 선택 Of the &lt;wood&gt; · red, blue 중 하나"],
    ["bounds", "size integer 선택 1 이상 · 1000 미만 · 예: 7"],
    ["an exact length, and a pattern", "key string 선택 21자 · 정규식 ^[a-z]+$"],
    ["how many codes it has", "에러 코드 1개 상태 코드 404 NO_WALL"],
    ["the answers expected of a webhook's receiver", "이렇게 응답하세요 2XX Thanks 그 밖 It is sent again"],
    ["the languages, its own first", "한국어 English"],
  ])("the page says %s", (_what, text) => {
    expect(said).toContain(text);
  });

  test("the page and the answer have its language, and the English page is linked", () => {
    expect(korean.page).toContain('<html lang="ko">');
    expect(korean.headers["Content-Language"]).toBe("ko");
    expect(korean.page).toMatch(/<b lang="ko" aria-current="true">한국어<\/b>\s*<a href="\?lang=en" lang="en"/);
    expect(korean.page).toContain('href="openapi.json?lang=ko"');
    expect(page).not.toContain("한국어");
  });

  test("a message that the document already has in Korean is shown once", async () => {
    const value = { statusCode: 404, message: "벽이 없어요." };
    const NO_WALL = { summary: value.message, description: "벽을 세우세요.", value };
    const components = { ...document.components, examples: { NO_WALL } };
    const reference = await createReference({ document: { ...document, components }, language: "ko" });
    expect(reference.page.match(/벽이 없어요\./g)).toHaveLength(1);
  });
});

test.each(["ko", "en"] as const)("the page brings every word that its script says: %s", (language) => {
  const folder = new URL("client/", import.meta.url);
  const sources = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), "utf8"));
  const said = sources.flatMap((source) => [...source.matchAll(/wordsFor\("(\w+)"/g)].map(([, name = ""]) => name));
  expect(said.length).toBeGreaterThan(5);
  expect(Object.keys(wordsIn[language].script).toSorted()).toEqual([...new Set(said)].toSorted());
});

test("keys and a link back are shown if they are given", async () => {
  const reference = await createReference({ document, keys: { secret: "test_sk_a", client: "test_ck_a" }, home: "/" });
  expect(reference.page).toMatch(/value="test_sk_a"[^]*value="test_ck_a"/);
  expect(reference.page).toContain('<a href="/">← Library</a>');
  expect(page).not.toContain('href="/">');
  expect(reference.version).not.toBe((await createReference({ document })).version);
});
