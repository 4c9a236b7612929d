import { describe, expect, test } from "vitest";

import { authorizationOf, curlOf, requestOf } from "./sent-request.ts";

const field = (place: string, name: string, value: string) => ({ place, name, value });

test("a request is made of its fields; empty ones are left out", () => {
  const fields = [
    field("path", "name", "차 1"),
    field("query", "limit", "10"),
    field("query", "after", ""),
    field("header", "Idempotency-Key", "k"),
    field("header", "Payments-Test-Code", ""),
  ];
  const asked = { method: "POST", path: "/shelves/{name}/books", authorization: "Basic eA==", fields, body: "{}" };
  expect(requestOf(asked)).toEqual({
    method: "POST",
    path: "/shelves/%EC%B0%A8%201/books?limit=10",
    headers: { Authorization: "Basic eA==", "Content-Type": "application/json", "Idempotency-Key": "k" },
    body: "{}",
  });
  const plain = requestOf({ method: "GET", path: "/healthz", authorization: undefined, fields: [], body: undefined });
  expect(plain).toEqual({ method: "GET", path: "/healthz", headers: {}, body: undefined });
});

test("as a command, every value is quoted", () => {
  const headers = { "Content-Type": "application/json" };
  const request = { method: "POST", path: "/shelves", headers, body: `{"name":"Kim's"}` };
  expect(curlOf(request, "http://localhost:4242")).toBe(
    [
      "curl -s -X POST 'http://localhost:4242/shelves' \\",
      "  -H 'Content-Type: application/json' \\",
      `  --data '{"name":"Kim'\\''s"}'`,
    ].join("\n"),
  );
});

describe("the Authorization header", () => {
  test.each([
    ["secretKey", "test_sk_docs", `Basic ${btoa("test_sk_docs:")}`],
    ["clientKey", "test_ck_docs", `Basic ${btoa("test_ck_docs:")}`],
    ["checkoutToken", "cs_1", "Bearer cs_1"],
    ["operatorSession", "", undefined],
  ])("of %s, %j", (way, credential, header) => {
    expect(authorizationOf(way, credential)).toBe(header);
  });
});
