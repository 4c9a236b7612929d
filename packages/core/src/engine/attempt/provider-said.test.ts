import { expect, test } from "vitest";

import { scrubbedAnswer } from "./provider-said.ts";

const request = {
  key: "token-1",
  card: {
    number: "4000000000110009",
    expiryMonth: "12",
    registNo: "900101",
    passwordFront2: "12",
    cvc: "739",
    ownerName: "김비밀",
    ownerPhoneNumber: "01098765432",
  },
};

test.each([
  ["한도 12개월을 넘었어요", "한도 12개월을 넘었어요"],
  ["no 4000 0000 0011 0009", "no 4000 00** **** 0009"],
  ["born 90-01-01, CVC 739, of 김비밀", "born …, CVC …, of …"],
  ["call 010-9876-5432", "call …"],
  ["owner=%EA%B9%80%EB%B9%84%EB%B0%80&p=%ea%b9%80%eb%b9%84%eb%b0%80", "owner=…&p=…"],
  ["order 7390, key token-1", "order 7390, key token-1"],
])("a provider's message %j about a card is kept as %j", (message, kept) => {
  const answer = { outcome: "refused", code: "PROVIDER_ERROR", provider: { code: "E12", message } };
  expect(scrubbedAnswer(request, answer).provider).toEqual({ code: "E12", message: kept });
  expect(scrubbedAnswer(request, { outcome: "unknown", reason: message }).reason).toBe(kept);
});

test.each([
  [undefined, undefined],
  [null, undefined],
  ["text", undefined],
  [{}, undefined],
  [{ code: 51 }, { code: "51", message: "" }],
  [
    { code: "c".repeat(60), message: "m".repeat(600) },
    { code: "c".repeat(50), message: "m".repeat(500) },
  ],
])("an adapter may say %j: %j is kept", (provider, kept) => {
  const answer = { outcome: "refused", code: "PROVIDER_ERROR", provider };
  expect(scrubbedAnswer(request, answer)).toEqual({ ...answer, provider: kept });
});

test("an answer that says nothing is left as it is", () => {
  const answer = { outcome: "done", value: { key: "token-1" } };
  expect(scrubbedAnswer(request, answer)).toBe(answer);
});
