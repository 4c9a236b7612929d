import fc from "fast-check";
import { expect, test } from "vitest";

import { maskedNumbers, scrubbedText, scrubbedAnswer } from "./scrub.ts";

test.each([
  ["4000000000110009", "400000******0009"],
  ["card 4000-0000-0011-0009 is refused", "card 4000-00**-****-0009 is refused"],
  ["４０００　００００　００１１　０００９", "４０００　００**　****　０００９"],
  ['{"pan":"4000 0000 0011 0009"}', '{"pan":"4000 00** **** 0009"}'],
  [
    String.raw`{\"a\":[\"4000\",\"0000\",\"0011\",\"0009\"]}`,
    String.raw`{\"a\":[\"4000\",\"00**\",\"****\",\"0009\"]}`,
  ],
  ["4000&nbsp;0000<br>0011<br />0009", "4000&nbsp;00**<br>****<br />0009"],
  ["4x0x0x0x0x0x0x0x0x0x1x1x0x0x0x9", "4x0x0x0x0x0x*x*x*x*x*x*x0x0x0x9"],
  ["cardNo1=4000&cardNo2=0000&cardNo3=0011&cardNo4=0009", "cardNo1=4000&cardNo2=****&cardNo*=****&cardNo*=0009"],
  // The digits of an escape count too, so that less is shown.
  ["4000%200000%200011%200009", "4000%20****%**00**%**0009".replace("%**00**", "%******")],
  ["4000%EF%BC%8D0000%EF%BC%8D0011%EF%BC%8D0009", "4000%EF%BC%8D0***%EF%BC%*D****%EF%BC%*D0009"],
  ["12345678901", "12345678901"],
  ["order 20261123 is above 1000000", "order 20261123 is above 1000000"],
  ["한도 1,000,000원을 넘었어요 (E0012)", "한도 1,000,000원을 넘었어요 (E0012)"],
])("%j is kept as %j", (text, kept) => {
  expect(maskedNumbers(text)).toBe(kept);
});

const digit = fc.constantFrom(..."0123456789".split(""));

/** Signs that may separate the digits of one number: not digits, which would be part of the number. */
const separator = fc.oneof(
  fc.constant(""),
  fc.constantFrom(" ", "-", "%EF%BC%BD", String.raw`\n`, String.raw`\uFFED`, '","', '":"', "&nbsp;", "<br/>", "\u0000"),
  fc.constantFrom("&no=", '","card":"', String.raw`\",\"part\":\"`, "카드번호: "),
  fc.string({ unit: "grapheme", maxLength: 4 }).filter((text) => !/[\p{Nd}\p{L}*]/u.test(text)),
);

const number = fc.array(fc.tuple(digit, separator), { minLength: 12, maxLength: 19 });

test("however its digits are separated, a number shows at most its first six and last four", () => {
  fc.assert(
    fc.property(fc.constantFrom("", "card ", '{"card":"'), number, (before, parts) => {
      const digits = parts.map(([each]) => each);
      const text = before + parts.map((part) => part.join("")).join("");
      const shown = maskedNumbers(text).replaceAll(/[^\d*]/g, "");
      const stars = "*".repeat(digits.length - 10);
      expect(shown).toBe(`${digits.slice(0, 6).join("")}${stars}${digits.slice(-4).join("")}`);
    }),
    { numRuns: 2000 },
  );
});

test("percent-encoded and escaped digits show no more", () => {
  const encode = fc.constantFrom(
    (each: string) => `%3${each}`,
    (each: string) => `%253${each}`,
    (each: string) => String.raw`\u003${each}`,
    (each: string) => `&#${48 + Number(each)};`,
    (each: string) => each,
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(digit, encode), { minLength: 12, maxLength: 19 }), (parts) => {
      const texts = parts.map(([each, encoded]) => encoded(each));
      const kept = maskedNumbers(texts.join(""));
      expect(kept).toHaveLength(texts.join("").length);
      let at = 0;
      const seen = texts.map((text) => kept.slice(at, (at += text.length)) === text);
      expect(seen.slice(6, -4)).not.toContain(true);
    }),
  );
});

test.each([
  [undefined, ""],
  [{}, ""],
  [51, "51"],
  ["two\nlines\u0000 and \u202eturned", "two lines and turned"],
  ["half \ud83d", "half \ufffd"],
  ["🍜".repeat(60), "🍜".repeat(50)],
  // A cut must not make a number too short to be one.
  [`${"x ".repeat(18)}4000000000110009`, `${"x ".repeat(18)}400000******00`],
])("of %j is kept: %j", (text, kept) => {
  expect(scrubbedText(text, 50)).toBe(kept);
});

test("a long text is looked through in no time", () => {
  for (const text of [String.raw`\u`, "%e", "a-", "1 ", "&a", "<a "]) {
    const began = performance.now();
    scrubbedText(text.repeat(20_000), 50);
    expect(performance.now() - began).toBeLessThan(5000);
  }
});

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
