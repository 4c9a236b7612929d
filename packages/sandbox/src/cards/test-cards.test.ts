import { readFileSync } from "node:fs";
import type { ErrorCode, Found, StoredCardDetails } from "@wonflow/core";
import { cardCaller, fakeClock, sequentialIds } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";
import { memoryJournal } from "../journal/journal.ts";
import { sandboxGateway } from "./gateway.ts";
import { mostPromises } from "./promises.ts";
import {
  maximumInstallmentMonths,
  minimumInstallmentAmount,
  wrongOwnerNames,
  wrongPasswordFront2,
  wrongRegistNos,
} from "./refusals.ts";
import { testCards, type TestCard } from "./test-cards.ts";

const tenant = "1:test";
const startMs = Date.UTC(2026, 2, 2, 3);
const amount = 10_000;

/**
 * The outcome of a call in one word: done, the code of a refusal, not-found, late, or the kind of a broken connection.
 */
async function inAWord(call: Promise<Found<unknown, ErrorCode>>, deadline: number, now: () => number): Promise<string> {
  try {
    const answer = await call;
    if (now() > deadline) return "late";
    if (answer.outcome === "refused") return answer.code;
    if (answer.outcome === "done" && hasAmount(answer.value) && answer.value.amount !== amount) return "wrong amount";
    return answer.outcome;
  } catch (error) {
    return /\((.+)\)/.exec(String(error))?.[1] ?? String(error);
  }
}

function hasAmount(value: unknown): value is { readonly amount: number } {
  return typeof value === "object" && value !== null && "amount" in value;
}

function details(number: string): StoredCardDetails {
  const owner = { ownerName: "김토스", ownerPhoneNumber: "01012345678", registNo: "900101" };
  const cvc = number.length === 15 ? "1234" : "123";
  return { number, expiryMonth: "12", expiryYear: "30", passwordFront2: "12", cvc, ...owner };
}

/** Authenticates, or stores the card twice under one key; approves 10,000 won, looks it up, waits an hour, cancels. */
async function story(card: TestCard, calls: "authenticate" | "issueToken") {
  const clock = fakeClock(startMs);
  const gateway = cardCaller(sandboxGateway({ clock, ids: sequentialIds() }), clock.now);
  const say = async (call: (deadline: number) => Promise<Found<unknown, ErrorCode>>) => {
    const deadline = clock.now() + 10_000;
    const word = inAWord(call(deadline), deadline, () => clock.now());
    await clock.advance(20_000);
    return word;
  };
  let cardToken = "";
  const ask = async (deadline: number) => {
    const request = { tenant, key: "t", card: details(card.number), deadline } as const;
    const answer = await gateway[calls](request);
    if (answer.outcome === "done") cardToken = answer.value.token;
    return answer;
  };
  const asked = calls === "authenticate" ? [await say(ask)] : [await say(ask), await say(ask)];
  if (cardToken === "") return asked;
  const rest = { tenant, cardToken, amount, installmentPlanMonths: 0, orderName: "Tea" } as const;
  const approve = await say((deadline) => gateway.approve({ ...rest, key: "a", deadline }));
  const found = await say((deadline) => gateway.lookUpApproval({ tenant, key: "a", deadline }));
  await clock.advance(3_600_000);
  const held = gateway.held(tenant);
  const cancel = await say((deadline) => gateway.cancel({ tenant, key: "c", approvalKey: "a", amount, deadline }));
  return [...asked, approve, found, held, cancel, gateway.held(tenant)];
}

const done = "done";
const success = [done, done, done, amount, done, 0];
const refusedApproval = (code: string) => [done, code, code, 0, "REFUND_REJECTED", 0];

// name → what the calls answer: authenticate, approve, look-up; won held an hour later; cancel; won held at the end
const stories: Readonly<Record<string, readonly (string | number)[]>> = {
  kb: success,
  shinhan: success,
  samsung: success,
  hyundai: success,
  lotte: success,
  hana: success,
  woori: success,
  kakaobank: success,
  "bc-local": success,
  "nh-local": success,
  amex: success,
  jcb: success,
  unionpay: success,
  "bad-number": ["INVALID_CARD_NUMBER"],
  "bad-expiry": ["INVALID_CARD_EXPIRATION"],
  stopped: ["INVALID_STOPPED_CARD"],
  "lost-or-stolen": ["INVALID_CARD_LOST_OR_STOLEN"],
  "not-usable": ["INVALID_REJECT_CARD"],
  "too-many-tries": ["EXCEED_MAX_AUTH_COUNT"],
  "no-funds": refusedApproval("REJECT_CARD_PAYMENT"),
  "company-says-no": refusedApproval("REJECT_CARD_COMPANY"),
  "daily-count": refusedApproval("EXCEED_MAX_DAILY_PAYMENT_COUNT"),
  "payment-limit": refusedApproval("EXCEED_MAX_PAYMENT_AMOUNT"),
  "daily-limit": refusedApproval("EXCEED_MAX_ONE_DAY_AMOUNT"),
  risk: refusedApproval("FDS_ERROR"),
  "company-error": refusedApproval("CARD_PROCESSING_ERROR"),
  "gateway-error": refusedApproval("PROVIDER_ERROR"),
  "stopped-meanwhile": refusedApproval("INVALID_STOPPED_CARD"),
  "no-installments": success,
  "waits-for-payday": refusedApproval("REJECT_CARD_PAYMENT"),
  "answer-lost": [done, "answer-lost", done, amount, done, 0],
  "never-arrives": [done, "refused-connection", "not-found", 0, "REFUND_REJECTED", 0],
  "answers-late": [done, "late", done, amount, done, 0],
  "arrives-late": [done, "arrives-late", "not-found", amount, done, 0],
  "wrong-amount": [done, "wrong amount", done, amount, done, 0],
  "no-refund": [done, done, done, amount, "REFUND_REJECTED", amount],
  "refund-answer-lost": [done, done, done, amount, "answer-lost", 0],
  "refund-never-arrives": [done, done, done, amount, "refused-connection", amount],
  "not-storable": success,
  "issuing-answer-lost": success,
  "issuing-never-arrives": success,
};

// name → what both calls answer that store the card, and the rest, where that is not as with an authentication
const storing: Readonly<Record<string, readonly (string | number)[]>> = {
  "not-storable": ["NOT_SUPPORTED_CARD_TYPE", "NOT_SUPPORTED_CARD_TYPE"],
  "issuing-answer-lost": ["answer-lost", ...success],
  "issuing-never-arrives": ["refused-connection", "refused-connection"],
};

describe("test cards", () => {
  test("each has a story here, and no other", () => {
    expect(testCards.map(({ name }) => name)).toEqual(Object.keys(stories));
  });

  test.each(testCards)("$name ($number): $effect", async (card) => {
    expect(await story(card, "authenticate")).toEqual(stories[card.name]);
  });

  test.each(testCards)("$name ($number), stored: $effect", async (card) => {
    const [first = "", ...rest] = stories[card.name] ?? [];
    expect(await story(card, "issueToken")).toEqual(storing[card.name] ?? [first, first, ...rest]);
  });

  test("have names and numbers of their own", () => {
    expect(new Set(testCards.map(({ name }) => name)).size).toBe(testCards.length);
    expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length);
  });

  test.each(testCards)("$name: digits that fit the brand", ({ number, brand, name }) => {
    const shapes = {
      VISA: /^4\d{15}$/,
      MASTERCARD: /^5[1-5]\d{14}$/,
      AMEX: /^3[47]\d{13}$/,
      JCB: /^35\d{14}$/,
      UNIONPAY: /^62\d{14}$/,
      LOCAL: /^9\d{15}$/,
    };
    expect(number).toMatch(shapes[brand]);
    expect(luhnSum(number) % 10 === 0).toBe(brand !== "LOCAL");
    expect(name).toMatch(/^[a-z0-9-]+$/);
  });

  const page = readFileSync(new URL("../../../../docs/test-cards.md", import.meta.url), "utf8");

  test.each([
    `password digits \`${wrongPasswordFront2}\``,
    `the birth date \`${wrongRegistNos[0]}\` or the business number \`${wrongRegistNos[1]}\``,
    `the owner \`${wrongOwnerNames.join("` or `")}\``,
    `2 or more months with an amount below ${minimumInstallmentAmount.toLocaleString("en")} won`,
    `more than ${maximumInstallmentMonths} months`,
  ])("docs/test-cards.md has the magic value: %s", (value) => {
    expect(page).toContain(`| ${value} |`);
  });

  test("docs/test-cards.md lists every one of them, and no other number", () => {
    const rows = page.split("\n").filter((line) => /^\| `\d/.test(line));
    expect(rows).toEqual(
      testCards.map(
        (card) => `| \`${card.number}\` | ${card.brand} | ${card.issuerCode} ${card.issuerName} | ${card.effect} |`,
      ),
    );
  });
});

test("the approval of arrives-late, net-canceled within the minute, is never charged", async () => {
  const clock = fakeClock(startMs);
  const gateway = cardCaller(sandboxGateway({ clock, promises: mostPromises }), clock.now);
  const deadline = startMs + 10_000;
  const card = details("4000000300040005");
  const authenticated = await gateway.authenticate({ tenant, card, deadline });
  if (authenticated.outcome !== "done") throw new Error("not authenticated");
  const cardToken = authenticated.value.token;
  const request = {
    tenant,
    key: "a",
    deadline,
    cardToken,
    amount,
    installmentPlanMonths: 0,
    orderName: "Tea",
  } as const;
  await expect(gateway.approve(request)).rejects.toThrow("arrives-late");
  await clock.advance(59_999);
  expect(await gateway.reverse({ tenant, key: "r", approvalKey: "a", deadline })).toMatchObject({ outcome: "done" });
  await clock.advance(1);
  expect(gateway.record(tenant, "a")).toMatchObject({ state: "TOMBSTONED" });
  expect(gateway.held(tenant)).toBe(0);
});

test("a token works after a restart, and no card number is ever on record", async () => {
  const journal = memoryJournal();
  const clock = fakeClock(startMs);
  const before = cardCaller(sandboxGateway({ clock, journal }), clock.now);
  const deadline = startMs + 10_000;
  const rest = { tenant, deadline, amount, installmentPlanMonths: 0, orderName: "Tea" } as const;
  for (const { number } of testCards) {
    const answer = await before.authenticate({ tenant, card: details(number), deadline });
    if (answer.outcome !== "done") continue;
    expect(JSON.stringify(answer)).not.toContain(number);
    const after = cardCaller(sandboxGateway({ clock, journal }), clock.now);
    const approved = after.approve({ ...rest, key: number.slice(6), cardToken: answer.value.token });
    await Promise.all([approved.catch(() => undefined), clock.advance(60_000)]);
  }
  const recorded = JSON.stringify(journal.replay());
  expect(recorded).toContain("sbx_kb_");
  for (const { number } of testCards) expect(recorded).not.toContain(number);
});

/** The sum of the Luhn algorithm, from the right, every second digit doubled: a multiple of 10 for a valid number. */
function luhnSum(number: string): number {
  const digits = Array.from(number, Number).toReversed();
  return digits.reduce((sum, digit, index) => {
    const value = index % 2 === 0 ? digit : digit * 2;
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
}

test("the approval of arrives-late arrives no later than its gateway promises", async () => {
  const clock = fakeClock(startMs);
  const gateway = cardCaller(sandboxGateway({ clock, promises: { settlesWithinMs: 5_000 } }), clock.now);
  const deadline = startMs + 10_000;
  const card = details("4000000300040005");
  const authenticated = await gateway.authenticate({ tenant, card, deadline });
  if (authenticated.outcome !== "done") throw new Error("not authenticated");
  const paid = { cardToken: authenticated.value.token, amount, installmentPlanMonths: 0, orderName: "Tea" };
  await expect(gateway.approve({ tenant, key: "a", deadline, ...paid })).rejects.toThrow("arrives-late");
  const found = () => gateway.lookUpApproval({ tenant, key: "a", deadline: clock.now() + 1 });
  await clock.advance(14_999);
  expect(await found()).toMatchObject({ outcome: "not-found" });
  await clock.advance(1);
  expect(await found()).toMatchObject({ outcome: "done" });
});
