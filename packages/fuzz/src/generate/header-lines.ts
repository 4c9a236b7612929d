import fc from "fast-check";

import { errorCodes } from "@wonflow/core";

import type { Parameter } from "../interface/operations.ts";

/** A name may come twice; an empty list leaves the usual headers unchanged. */
export type HeaderLine = readonly [name: string, value: string];

const few = (weight: number, lines: readonly HeaderLine[]) => ({ weight, arbitrary: fc.constantFrom(...lines) });

const linesOf = (name: string, values: readonly string[]) => values.map((value): HeaderLine => [name, value]);

const contentTypes = linesOf("Content-Type", [
  "text/plain",
  "application/json; charset=utf-16",
  "application/json; charset=euc-kr",
  "application/json;;",
  "application/json; charset=utf-8",
  "APPLICATION/JSON",
  "application/merge-patch+json",
  "multipart/form-data",
  "application/x-www-form-urlencoded",
  "application/json, text/plain",
  "application/jsonx",
  "*/*",
  "",
]);

const credentials = linesOf("Authorization", [
  "Basic",
  "Basic !!!",
  "Bearer",
  "Bearer cs_1_test_x",
  "Digest x",
  "test_sk_docs:",
  "Basic test_ck_docs:",
  `Basic ${btoa("test_sk_docs")}`,
  `basic  ${btoa("test_sk_docs:")}`,
  `Basic ${btoa("test_sk_docs:x:y")}`,
  `Basic ${btoa("live_sk_x:")}`,
  `Basic ${btoa(`${"k".repeat(9000)}:`)}`,
  `Bearer ${"x".repeat(5000)}`,
  "",
]);

const others: readonly HeaderLine[] = [
  ...linesOf("Accept-Language", ["ko", "en", "en;q=0", "*", "ko;q=2", "x".repeat(3000), "", "en-US,en;q=0.9,ko;q=0.8"]),
  ...linesOf("If-None-Match", ["*", '"x"', 'W/"y"', "", '"a", "b"']),
  ...linesOf("Accept-Encoding", ["gzip", "br, gzip", "identity;q=0", "*;q=0"]),
  ...linesOf("Origin", ["https://elsewhere.example", "null"]),
  ...linesOf("Sec-Fetch-Site", ["cross-site", "same-origin"]),
  ...linesOf("Cookie", ["__Host-wonflow_operator=x; __Host-wonflow_operator=y", "=; ;;__Host-wonflow_platform=%ff"]),
  ["Content-Encoding", "gzip"],
  ["X-CSRF-Token", "x"],
  ["X-Forwarded-For", "1.2.3.4, x, 999.1.1.1"],
  ["X-HTTP-Method-Override", "DELETE"],
  ["Accept", "text/html"],
];

const keys = ["k1", "k2", "k3", "k4", "x".repeat(300), "x".repeat(301), "é", "", "a b", "\u00ff"];

/** Additional headers. Those that the document lists for the operation come more often. */
export function headerLines(named: readonly Parameter[]): fc.Arbitrary<readonly HeaderLine[]> {
  const names = named.map(({ name }) => name);
  const own: fc.WeightedArbitrary<HeaderLine>[] = [];
  if (names.includes("Idempotency-Key")) {
    own.push({ weight: 6, arbitrary: fc.constantFrom(...keys).map((key) => ["Idempotency-Key", key]) });
  }
  if (names.includes("Payments-Test-Code")) {
    const codes = fc.constantFrom(...errorCodes, "x", "");
    own.push({ weight: 1, arbitrary: codes.map((code) => ["Payments-Test-Code", code]) });
  }
  const line = fc.oneof(...own, few(1, contentTypes), few(1, credentials), few(1, others));
  return fc.oneof(
    { weight: own.length > 0 ? 4 : 9, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(line, { minLength: 1, maxLength: 2 }) },
  );
}
