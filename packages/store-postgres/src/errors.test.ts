import { expect, test } from "vitest";
import { failureOf, type Failure } from "./errors.ts";
import { unavailable } from "./retry.ts";

function answered(code: string): Error {
  return Object.assign(new Error("the server's message"), { code, severity: "ERROR" });
}

function transport(code: string): Error {
  return Object.assign(new Error("the system's message"), { code });
}

const table: readonly (readonly [what: string, error: unknown, failure: Failure])[] = [
  ["deadlock", answered("40P01"), "undone"],
  ["serialization failure", answered("40001"), "undone"],
  ["statement completion unknown", answered("40003"), "lost"],
  ["lock not available", answered("55P03"), "undone"],
  ["read-only server", answered("25006"), "undone"],
  ["too many connections", answered("53300"), "undone"],
  ["disk full", answered("53100"), "undone"],
  ["session terminated", answered("57P01"), "lost"],
  ["server starting", answered("57P03"), "lost"],
  ["statement given up", answered("57014"), "undone"],
  ["connection failure", answered("08006"), "lost"],
  ["guard failed", answered("WF001"), "answered"],
  ["syntax error", answered("42601"), "answered"],
  ["broken pipe", transport("EPIPE"), "lost"],
  ["connection reset", transport("ECONNRESET"), "lost"],
  ["no answer in time", new Error("Query read timeout"), "lost"],
  ["several addresses", new AggregateError([]), "lost"],
  ["a bug", new TypeError("undefined is not a function"), "answered"],
  ["a malformed change set", new RangeError("unbalanced"), "answered"],
];

test.for(table)("%s", ([, error, failure]) => {
  expect(failureOf(error)).toBe(failure);
});

test.for<readonly [code: string, message: string]>([
  ["53100", "refused 5 times in a row (the server's message): make room on its disk"],
  ["25006", "refused 5 times in a row (the server's message): lead DATABASE_URL to the server that takes writes"],
  ["40001", "refused 5 times in a row (the server's message): its log says more"],
  ["57P01", "did not answer 5 times in a row (the server's message): check that it runs and can be reached"],
])("an operator reads what to do about %s", ([code, message]) => {
  expect(unavailable(answered(code), 5).message).toBe(`The database ${message}`);
});
