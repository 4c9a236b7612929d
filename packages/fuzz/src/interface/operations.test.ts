import { openApiDocument } from "@wonflow/http";
import { expect, test } from "vitest";

import { stories } from "../generate/stories.ts";
import { isGiven } from "./links.ts";
import { operations } from "./operations.ts";

test("every operation of the document is attacked, with each of its credentials", () => {
  const listed = Object.values(openApiDocument().paths).flatMap((methods) => Object.values(methods));
  expect(operations.map(({ operationId }) => operationId)).toEqual(listed.map(({ operationId }) => operationId));
  const callersOf = (id: string) => operations.find(({ operationId }) => operationId === id)?.callers;
  expect(callersOf("getPayment")).toEqual(["secretKey", "operatorSession"]);
  expect(callersOf("getBin")).toEqual(["none", "clientKey", "secretKey"]);
  expect(callersOf("health")).toEqual(["none"]);
});

test("the examples show which strings of answers later requests use", () => {
  expect(isGiven("order-20261120-0001")).toBe(true);
  expect(isGiven("seller_Rd7Pf1Jg5Yc9Ea3Bn8Vk")).toBe(true);
  expect(isGiven("four words are better")).toBe(false);
});

test("every operation of a story exists", () => {
  const known = new Set(operations.map(({ operationId }) => operationId));
  const used = stories.flat().flatMap((step) => ("operationId" in step ? [step.operationId] : []));
  expect(used.filter((id) => !known.has(id))).toEqual([]);
});
