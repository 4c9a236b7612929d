import { ok, refuse, StoreUnavailable, type ErrorCode, type Payments, type Result } from "@wonflow/core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { exchangeOf } from "../test/exchange.ts";
import { basic, openService, read, requestOf, type Sent } from "../test/open-service.ts";
import { anyone, either, merchant, type Caller } from "./callers/caller.ts";
import { documentOf } from "./openapi/document.ts";
import { Reply } from "./response/answer.ts";
import { route } from "./route.ts";
import { createRouter, type Exchange } from "./router.ts";

const shelfSchema = z.object({ shelf: z.string(), by: z.string() }).meta({ id: "Shelf" });
const listSchema = z.object({ shelf: z.string(), size: z.int(), color: z.string().nullable() }).meta({ id: "List" });
const bookSchema = z.object({ title: z.string() }).meta({ id: "Book" });

/** A caller that shows another credential than a key: the cookie of the house. */
const librarian: Caller<{ readonly librarian: string }> = {
  credentials: [{ name: "librarian", scheme: { type: "apiKey", in: "cookie", name: "librarian" } }],
  errors: ["FORBIDDEN_REQUEST"],
  limits: {},
  shows: ({ request: { headers } }) => headers.get("Cookie")?.startsWith("librarian=") === true,
  async identify({ request: { headers } }): Promise<Result<{ librarian: string }>> {
    const name = headers.get("Cookie")?.slice("librarian=".length) ?? "";
    return name === "mole" ? refuse("FORBIDDEN_REQUEST") : ok({ librarian: name });
  },
};

const described = {
  tag: "Service",
  summary: "Shelves",
  description: "With books.",
  examples: {},
  response: shelfSchema,
} as const;
const shelf = z.object({ shelf: z.string().regex(/^[a-z]+$/, "must be lower-case letters") });

const routes = [
  route({
    ...described,
    at: "GET /shelves/{shelf}",
    operationId: "listShelf",
    caller: anyone,
    params: shelf,
    query: z.object({
      size: z.coerce.number("must be a number").int("must be a whole number").max(100, "must be at most 100"),
      color: z.enum(["red", "blue"], "must be red or blue").optional().meta({ description: "Of the cover" }),
    }),
    response: listSchema,
    errors: ["INVALID_REQUEST"],
    answer: async ({ params, query }) => ok({ shelf: params.shelf, size: query.size, color: query.color ?? null }),
  }),
  route({
    ...described,
    at: "PUT /shelves/{shelf}",
    operationId: "putShelf",
    caller: either(merchant, librarian),
    params: shelf,
    query: z.object({ dryRun: z.stringbool("must be true or false").default(false) }),
    request: bookSchema,
    statuses: [200, 201],
    errors: ["INVALID_REQUEST", "CONCURRENT_REQUEST"],
    async answer({ params, query, body, ...known }) {
      if (body.title === "busy") return refuse("CONCURRENT_REQUEST");
      const by = "tenant" in known ? `merchant ${known.tenant.mId}` : known.librarian;
      const made = { shelf: params.shelf, by: query.dryRun ? "none" : by };
      return ok(body.title === "first" ? new Reply(201, made) : made);
    },
  }),
  route({
    ...described,
    at: "DELETE /shelves/{shelf}",
    operationId: "deleteShelf",
    caller: librarian,
    headers: ["Idempotency-Key"],
    crossOrigin: true,
    params: shelf,
    errors: ["INVALID_REQUEST"],
    answer: async ({ params, librarian: by, options: { idempotencyKey = "", testCode = "" } }) =>
      ok({ shelf: params.shelf, by: by + idempotencyKey + testCode }),
  }),
];

const { payments } = await openService();
const router = createRouter(routes);

async function call(method: string, path: string, sent: Sent = {}, more: Partial<Exchange> = {}) {
  const headers = { Authorization: null, ...sent.headers };
  return read(await router(exchangeOf(payments, requestOf(method, path, { ...sent, headers }), more)));
}

const asMerchant = { Authorization: basic("test_sk_docs") };
const asLibrarian = { Cookie: "librarian=ms. park" };
const book = { title: "second" };

describe("an open part or a query that does not fit is 400 and named", () => {
  const rows: readonly (readonly [path: string, fields: readonly string[], problem: string])[] = [
    ["/shelves/Tea?size=5", ["shelf"], "must be lower-case letters"],
    ["/shelves/%EC%B0%A8?size=5", ["shelf"], "must be lower-case letters"],
    ["/shelves/tea", ["size"], "must be a number"],
    ["/shelves/tea?size=many", ["size"], "must be a number"],
    ["/shelves/tea?size=1.5", ["size"], "must be a whole number"],
    ["/shelves/tea?size=101", ["size"], "must be at most 100"],
    ["/shelves/tea?size=5&color=green", ["color"], "must be red or blue"],
    ["/shelves/tea?size=101&color=green", ["size", "color"], "must be at most 100"],
    ["/shelves/tea?size=5&colour=red", ["colour"], "is not a known name; the closest is color"],
    ["/shelves/tea?size=5&pages=3", ["pages"], "is not a known name; known: size, color"],
    ["/shelves/tea?size=7&size=8", ["size"], "must be given once"],
    ["/shelves/tea?size=7&size=7", ["size"], "must be given once"],
    ["/shelves/tea?size=5&Size=5", ["Size"], "is not a known name; the closest is size"],
  ];
  test.each(rows)("%s", async (path, fields, problem) => {
    const { status, json } = await call("GET", path);
    expect([status, json.code]).toEqual([400, "INVALID_REQUEST"]);
    expect(json.details?.map(({ field }) => field)).toEqual(fields);
    expect(json.details?.[0]).toEqual({ field: fields[0], code: "INVALID_REQUEST", problem });
  });
});

test("open parts and a query come to the operation as their schemas make them", async () => {
  expect((await call("GET", "/shelves/tea?size=100")).body).toEqual({ shelf: "tea", size: 100, color: null });
  expect((await call("GET", "/shelves/t%65a?size=7&color=red")).body).toEqual({ shelf: "tea", size: 7, color: "red" });
});

describe("PUT", () => {
  test("has a body, a query, and the status that the outcome decides", async () => {
    const put = (path: string, title: string) => call("PUT", path, { headers: asMerchant, body: { title } });
    const second = await put("/shelves/tea", "second");
    expect([second.status, second.body]).toEqual([200, { shelf: "tea", by: "merchant 1" }]);
    expect((await put("/shelves/tea", "first")).status).toBe(201);
    expect((await put("/shelves/tea?dryRun=true", "first")).body).toEqual({ shelf: "tea", by: "none" });
    expect((await put("/shelves/tea?dryRun=perhaps", "first")).json.details?.[0]?.field).toBe("dryRun");
    const busy = await put("/shelves/tea", "busy");
    expect([busy.status, busy.headers.get("Retry-After")]).toEqual([409, "1"]);
  });

  test.each([
    ["a malformed body", { raw: "{" }, 400, "INVALID_JSON"],
    ["no body", {}, 400, "INVALID_JSON"],
    ["a body that is too large", { raw: " ".repeat(64 * 1024 + 1) }, 413, "REQUEST_TOO_LARGE"],
  ])("is refused for %s", async (_what, sent, status, code) => {
    const refused = await call("PUT", "/shelves/tea", { ...sent, headers: asMerchant });
    expect([refused.status, refused.json.code]).toEqual([status, code]);
  });

  test("checks who calls before the path, the query and the body", async () => {
    const { status } = await call("PUT", "/shelves/TEA?dryRun=x", { raw: "{" });
    expect(status).toBe(401);
  });
});

describe("either of two callers", () => {
  const rows: readonly (readonly [what: string, headers: Sent["headers"], status: number, found: unknown])[] = [
    ["the first", asMerchant, 200, "merchant 1"],
    ["the second", asLibrarian, 200, "ms. park"],
    ["both", { ...asMerchant, ...asLibrarian }, 200, "merchant 1"],
    ["a bad key beside a good cookie", { ...asLibrarian, Authorization: basic("test_sk_no") }, 401, "UNAUTHORIZED_KEY"],
    ["what is no key beside a good cookie", { ...asLibrarian, Authorization: "Bearer x" }, 200, "ms. park"],
    ["a bad cookie", { Cookie: "librarian=mole" }, 403, "FORBIDDEN_REQUEST"],
    ["neither", {}, 401, "UNAUTHORIZED_KEY"],
  ];
  test.each(rows)("%s", async (_what, headers, status, found) => {
    const answer = await call("PUT", "/shelves/tea", { ...(headers && { headers }), body: book });
    expect([answer.status, answer.json.code ?? answer.json["by"]]).toEqual([status, found]);
  });

  test("are known by their types", () => {
    const both = either(merchant, librarian);
    route({
      ...described,
      at: "GET /types",
      operationId: "types",
      caller: both,
      errors: [],
      // @ts-expect-error: only one of the two has a tenant.
      answer: async ({ tenant }) => ok({ shelf: "", by: String(tenant) }),
    });
    // @ts-expect-error: a status that the route does not speak of.
    route({ ...routeBase, answer: async () => ok(new Reply(202, { shelf: "", by: "" })) });
    // @ts-expect-error: the answer is not as its schema has it.
    route({ ...routeBase, answer: async () => ok({ shelf: 7, by: "" }) });
    // @ts-expect-error: a part that the schema of the path does not have.
    route({ ...routeBase, params: shelf, answer: async ({ params }) => ok({ shelf: params.book, by: "" }) });
  });

  const routeBase = {
    ...described,
    at: "GET /types",
    operationId: "types",
    caller: anyone,
    errors: [],
    statuses: [200, 201],
  } as const;
});

test("DELETE, and the request headers that a route takes, and no others", async () => {
  const headers = { ...asLibrarian, "Idempotency-Key": " #7", "Payments-Test-Code": "X" };
  const gone = await call("DELETE", "/shelves/tea", { headers });
  expect([gone.status, gone.body]).toEqual([200, { shelf: "tea", by: "ms. park#7" }]);
});

describe("a path with several methods", () => {
  const allow = "GET, HEAD, PUT, DELETE, OPTIONS";

  test.each(["POST", "PATCH"])("names them all to %s", async (method) => {
    const { status, json, headers } = await call(method, "/shelves/tea");
    expect([status, json.code, headers.get("Allow")]).toEqual([405, "METHOD_NOT_ALLOWED", allow]);
  });

  test("lets other origins make those calls that are open to them", async () => {
    const preflight = await call("OPTIONS", "/shelves/tea", { headers: { Origin: "https://shop.example" } });
    expect([preflight.status, preflight.text, preflight.headers.get("Allow")]).toEqual([204, "", allow]);
    expect(preflight.headers.get("Access-Control-Allow-Methods")).toBe("DELETE");
    expect(preflight.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const deleted = await call("DELETE", "/shelves/tea", { headers: asLibrarian });
    expect(deleted.headers.get("Access-Control-Allow-Origin")).toBe("*");
    for (const method of ["GET", "PUT"]) {
      const { headers } = await call(method, "/shelves/tea", { headers: { Origin: "https://shop.example" } });
      expect(headers.has("Access-Control-Allow-Origin")).toBe(false);
    }
  });

  test("answers HEAD as GET without the body", async () => {
    for (const [path, expected] of [
      ["/shelves/tea?size=1", 200],
      ["/shelves/tea", 400],
    ] as const) {
      const { status, text, headers } = await call("HEAD", path);
      expect([status, text, headers.get("Content-Type")]).toEqual([expected, "", "application/json"]);
    }
  });
});

test("the document has their methods, parameters, statuses, callers and errors", () => {
  const document = JSON.parse(JSON.stringify(documentOf(routes)));
  const { get, put, delete: remove } = document.paths["/shelves/{shelf}"];
  const inPath = { name: "shelf", in: "path", required: true, description: "shelf" };
  expect(get.parameters).toEqual([
    { ...inPath, schema: { type: "string", pattern: "^[a-z]+$" } },
    {
      name: "size",
      in: "query",
      required: true,
      description: "size",
      schema: expect.objectContaining({ maximum: 100 }),
    },
    {
      name: "color",
      in: "query",
      required: false,
      description: "Of the cover",
      schema: { type: "string", enum: ["red", "blue"] },
    },
  ]);
  expect(Object.keys(put.responses).join(" ")).toBe("200 201 400 401 403 409 413 415 429 500 503");
  expect(put.security).toEqual([{ secretKey: [] }, { librarian: [] }]);
  expect(remove.security).toEqual([{ librarian: [] }]);
  expect(get.security).toEqual([]);
  expect(remove.parameters).toEqual([
    expect.objectContaining({ name: "shelf" }),
    { $ref: "#/components/parameters/IdempotencyKey" },
  ]);
  expect(document.components.securitySchemes.librarian).toEqual({ type: "apiKey", in: "cookie", name: "librarian" });
  const codes = put.responses["403"].content["application/json"].schema.allOf[1].properties.code.enum as ErrorCode[];
  expect(codes.toSorted()).toEqual(["FORBIDDEN_REQUEST", "INCORRECT_BASIC_AUTH_FORMAT"]);
});

test("anything thrown is one 500 and reported, also to HEAD", async () => {
  const reports: unknown[] = [];
  const failing: Payments = { ...payments, keys: { ...payments.keys, authenticate: () => Promise.reject("a text") } };
  const more = { payments: failing, report: (error: unknown) => reports.push(error) };
  const put = await call("PUT", "/shelves/tea", { headers: asMerchant, body: book }, more);
  expect([put.status, put.json.code, reports]).toEqual([500, "FAILED_INTERNAL_SYSTEM_PROCESSING", ["a text"]]);
});

test("an unavailable store is a 503 with a Retry-After, and reported", async () => {
  const reports: unknown[] = [];
  const error = new StoreUnavailable("The database did not answer");
  const failing: Payments = { ...payments, keys: { ...payments.keys, authenticate: () => Promise.reject(error) } };
  const more = { payments: failing, report: (one: unknown) => reports.push(one) };
  const put = await call("PUT", "/shelves/tea", { headers: asMerchant, body: book }, more);
  expect([put.status, put.json.statusCode, put.json.code, reports]).toEqual([503, 503, "STORE_UNAVAILABLE", [error]]);
  expect(put.headers.get("Retry-After")).toBe("5");
  // Another copy of the package has a class of its own.
  const foreign = Object.assign(new Error("The database did not answer"), { name: "StoreUnavailable" });
  more.payments = { ...payments, keys: { ...payments.keys, authenticate: () => Promise.reject(foreign) } };
  expect((await call("PUT", "/shelves/tea", { headers: asMerchant, body: book }, more)).status).toBe(503);
});
