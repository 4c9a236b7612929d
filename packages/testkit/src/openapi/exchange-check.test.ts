import { describe, expect, test } from "vitest";

import { exchangeCheck, type CheckedExchange } from "./exchange-check.ts";

const json = (schema: unknown) => ({ content: { "application/json": { schema } } });
const traceId = { "Trace-Id": { schema: { type: "string" } } };
const shelf = { $ref: "#/components/schemas/Shelf" };

const document = {
  paths: {
    "/shelves/{name}": {
      get: {
        parameters: [
          { name: "name", in: "path", required: true, schema: { type: "string", pattern: "^[a-z]+$" } },
          { name: "limit", in: "query", required: false, schema: { type: "integer", maximum: 10 } },
          { name: "color", in: "query", required: true, schema: { enum: ["red", "blue"] } },
          { $ref: "#/components/parameters/Tag" },
        ],
        responses: {
          200: { headers: { ...traceId, ETag: {} }, ...json(shelf) },
          304: { headers: traceId },
          404: {
            headers: traceId,
            ...json({
              allOf: [
                { $ref: "#/components/schemas/Error" },
                { type: "object", properties: { code: { enum: ["NOT_FOUND_SHELF"] } } },
              ],
            }),
          },
        },
      },
      put: { requestBody: json(shelf), responses: { 201: { headers: traceId, ...json({ type: "boolean" }) } } },
    },
    "/shelves.csv": {
      get: { responses: { 200: { headers: traceId, content: { "text/csv": { schema: { type: "string" } } } } } },
    },
    "/shelves/newest": { get: { responses: { 200: { headers: traceId, ...json({ type: "null" }) } } } },
  },
  components: {
    schemas: {
      Shelf: {
        type: "object",
        properties: {
          books: { type: "array", items: { type: "object", properties: { title: { type: "string" } } } },
          notes: { type: "object", additionalProperties: { type: "number" } },
        },
        required: ["books"],
      },
      Error: { type: "object", properties: { code: { type: "string" } }, required: ["code"] },
    },
    parameters: { Tag: { name: "Tag", in: "header", required: false, schema: { type: "string", maxLength: 3 } } },
  },
};

const check = exchangeCheck(document);

type Change = Partial<Omit<CheckedExchange, "headers" | "sent">> & {
  readonly headers?: Readonly<Record<string, string>>;
  readonly sent?: { readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown };
};

function problemsOf({ headers, sent = {}, ...change }: Change): readonly string[] {
  return check({
    method: "GET",
    path: "/shelves/tea?color=red",
    status: 200,
    body: { books: [] },
    ...change,
    sent: { headers: new Headers(sent.headers), body: sent.body },
    headers: new Headers(headers ?? { "Content-Type": "application/json", "Trace-Id": "t" }),
  });
}

const plain = { "Content-Type": "application/json", "Trace-Id": "t" };
const put = { method: "PUT", path: "/shelves/tea", status: 201, body: true } as const;
const csv = { ...plain, "Content-Type": "text/csv; charset=utf-8" };
const file = { path: "/shelves.csv", headers: csv } as const;
const refused = { status: 404, body: { code: "NOT_FOUND_SHELF" } } as const;

describe("accepts", () => {
  test.each<readonly [what: string, change: Change]>([
    ["what is as the document says", {}],
    ["a page where the body was not read", { body: undefined }],
    ["fields whose names are left open", { body: { books: [{ title: "Tea" }], notes: { page: 7 } } }],
    ["general headers", { headers: { ...plain, "Cache-Control": "no-store", Vary: "Origin", ETag: "1" } }],
    ["a documented refusal", refused],
    ["a refused request that does not fit", { ...refused, path: "/shelves/7?limit=x" }],
    ["an answer without a body", { status: 304, body: undefined, headers: { "Trace-Id": "t" } }],
    ["HEAD", { method: "HEAD", body: undefined }],
    ["OPTIONS", { method: "OPTIONS", status: 204, body: undefined, headers: {} }],
    ["a path that the document has not", { path: "/nowhere", status: 404, body: { code: "NOT_FOUND_PATH" } }],
    ["a method that a path has not", { method: "DELETE", status: 405, body: { code: "METHOD_NOT_ALLOWED" } }],
    ["a page beside the interface", { path: "/terms", headers: { "Content-Type": "text/html" }, body: undefined }],
    ["a file of a documented type", { ...file, body: "a,b" }],
    ["a path that is more exact than another", { path: "/shelves/newest", body: null }],
    ["a request with more fields than it needs", { ...put, sent: { body: { books: [], color: "red" } } }],
  ])("%s", (_what, change) => {
    expect(problemsOf(change)).toEqual([]);
  });
});

describe("reports", () => {
  test.each<readonly [what: string, change: Change, problem: string]>([
    ["a field that is missing", { body: {} }, "must have required property 'books'"],
    ["a field too much", { body: { books: [], size: 1 } }, `{"additionalProperty":"size"}`],
    ["a field too much within", { body: { books: [{ title: "Tea", page: 1 }] } }, `/books/0 must NOT have`],
    ["a type", { body: { books: [{ title: 7 }] } }, "/books/0/title must be string"],
    ["a status", { status: 202 }, "the document has no such status"],
    ["a code", { ...refused, body: { code: "NOT_FOUND_BOOK" } }, "/code must be equal to one of the allowed values"],
    ["a field too much of an error", { ...refused, body: { ...refused.body, more: 1 } }, "must NOT have additional"],
    ["a header", { headers: { ...plain, "X-Powered-By": "tea" } }, "the document has no header x-powered-by"],
    ["a missing Trace-Id", { headers: { "Content-Type": "application/json" } }, "the answer has no Trace-Id"],
    ["another type of body", { headers: { ...plain, "Content-Type": "text/html" } }, "the body is text/html"],
    ["JSON in place of a file", { path: "/shelves.csv", body: "a,b" }, "the body is application/json"],
    ["a file in place of JSON", { headers: csv }, "the body is text/csv; charset=utf-8"],
    ["a file of another shape", { ...file, body: { a: 1 } }, "must be string"],
    ["a body that should not be", { status: 304, headers: plain }, "the answer has a body"],
    ["an operation", { path: "/books", body: [] }, "the document has no such operation"],
    ["an error of another shape", { path: "/books", status: 404, body: {} }, "must have required property 'code'"],
    ["an accepted path", { path: "/shelves/7?color=red" }, "name  must match pattern"],
    ["an accepted query", { path: "/shelves/tea?color=green" }, "color  must be equal to one of the allowed values"],
    ["an accepted number", { path: "/shelves/tea?color=red&limit=11" }, "limit  must be <= 10"],
    ["an accepted number in other digits", { path: "/shelves/tea?color=red&limit=1e1" }, "limit  must be integer"],
    ["an accepted request without what it needs", { path: "/shelves/tea" }, "color is missing"],
    ["an accepted header", { sent: { headers: { Tag: "long" } } }, "Tag  must NOT have more than 3 characters"],
    ["an accepted body", { ...put, sent: { body: {} } }, "the request:  must have required property 'books'"],
  ])("%s", (_what, change, problem) => {
    expect(problemsOf(change)).toEqual([expect.stringContaining(problem)]);
  });
});
