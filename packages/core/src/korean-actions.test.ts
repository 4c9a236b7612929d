import { expect, test } from "vitest";

import { errorCatalog, errorCodes } from "./error-messages.ts";
import { koreanActions } from "./korean-actions.ts";

/** Names of the interface that Korean has nouns for. */
const nouns: Readonly<Record<string, string>> = {
  orderId: "주문번호",
  customerId: "고객",
  cancelAmount: "취소 금액",
  totalAmount: "총 금액",
  taxFreeAmount: "면세 금액",
  registNo: "생년월일",
  "Idempotency-Key": "멱등키",
};

/** The numbers, and the names of fields, headers, codes, paths and media types in a message. */
function partsOf(text: string): readonly string[] {
  const names = /\b(?:[a-z]+[A-Z]\w*|[A-Z]+_[A-Z_]+|[A-Z][A-Za-z]*(?:-[A-Z]?\w+)+|[a-z]+\/json)|\/[a-z][\w/]+/g;
  const numbers = /\d(?:[\d,]*\d)?/g;
  return [...new Set([...(text.match(names) ?? []), ...(text.match(numbers) ?? [])])];
}

function missingIn(korean: string, english: string): readonly string[] {
  const written = korean.replaceAll("5만원", "50,000원");
  return partsOf(english).filter((part) => !written.includes(part) && !written.includes(nouns[part] ?? part));
}

test("each Korean message and advice has the numbers and names of its English one", () => {
  const missing = errorCodes.flatMap((code) => {
    const { ko, en, action } = errorCatalog[code];
    const parts = [...missingIn(ko, en), ...missingIn(koreanActions[code], action)];
    return parts.length === 0 ? [] : [`${code}: ${parts.join(", ")}`];
  });
  expect(missing).toEqual([]);
});

test("a Korean message leaves advice to the action that follows it, so that no answer repeats it", () => {
  expect(errorCodes.filter((code) => errorCatalog[code].ko.includes("주세요"))).toEqual([]);
});

test.each([
  ["금액이 올바르지 않아요.", "The amount must be at least 1 won.", ["1"]],
  [
    "올바르지 않아요.",
    "Send it as the header X-CSRF-Token with POST /operator/session.",
    ["X-CSRF-Token", "/operator/session"],
  ],
  ["주문번호를 확인해 주세요.", "Correct orderId.", []],
  ["5만원부터 돼요.", "From 50,000 won.", []],
])("%s lacks of %s: %j", (korean, english, parts) => {
  expect(missingIn(korean, english)).toEqual(parts);
});
