import { describe, expect, onTestFinished, test } from "vitest";
import { card, openNice, openWorld, outcomeOf, plain, type World } from "../test/fixture.ts";
import { niceTestCards } from "@wonflow/nice-emulator";
import { inWindow } from "../test/in-the-window.ts";
import { paymentAnswer } from "./answers.ts";
import { nicePayments } from "./nice-payments.ts";
import { paidWithOf } from "./paid-with.ts";

const keys = ["U101", "U102", "U103", "U104", "U304", "U305", "U306", "U312", "U315", "A101", "A211", "A224", "P001"];
const contracts = ["U108", "U109", "U313", "A114", "A128", "P005", "P016", "2151", "2152", "3012", "3013", "F117"];
const malformed = ["U100", "U105", "U124", "U125", "U131", "A102", "A117", "A147", "9000", "9001", "P007", "P010"];

/** Codes that say nothing, whatever is asked: faults of the provider's systems and lines, and codes of no manual. */
const unknown = [
  "2000 A110 A226 A254 A299 A304 A306 A400 A401 A402 A403 9002 S999 T001 T003 U303 U501 U503 U504".split(" "),
  "U506 U507 U508 X001 X003 X004 P026 P027 P101 ZZ99".split(" "),
  ["", "0", "constructor", "toString"],
].flat();

const anyCall = {
  UNAUTHORIZED_PROVIDER_KEY: keys,
  PROVIDER_NOT_AGREED: contracts,
  EXCEED_PROVIDER_LIMIT: ["A246", "V003"],
  PROVIDER_ERROR: malformed,
  unknown,
};

type Table = Readonly<Record<string, readonly string[]>>;

function rowsOf(...tables: readonly Table[]): readonly (readonly [code: string, expected: string])[] {
  return tables.flatMap((table) =>
    Object.entries(table).flatMap(([expected, codes]) => codes.map((code) => [code, expected] as const)),
  );
}

/** The refusal's code, or the outcome. */
function shortOf(answer: { readonly outcome: string; readonly code?: string }): string {
  return answer.outcome === "refused" ? (answer.code ?? "") : answer.outcome;
}

function world(run: (world: World) => Promise<void>): Promise<void> {
  return openWorld(nicePayments, run);
}

describe("a payment that is answered by", () => {
  test.each(
    rowsOf(anyCall, {
      INVALID_CARD_NUMBER: ["3011"],
      INVALID_CARD_EXPIRATION: ["3021"],
      REJECT_CARD_COMPANY: ["3095"],
      INVALID_REJECT_CARD: ["A124", "A125", "A126", "A223", "U115", "U309", "3057", "F118", "P021"],
      INVALID_CARD_INSTALLMENT_PLAN: ["3022", "P028"],
      EXCEED_MAX_CARD_INSTALLMENT_PLAN: ["3023"],
      NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT: ["3024", "3031", "P037"],
      PROVIDER_ERROR: ["3041", "A113", "P036", "U127", "1615"],
      // The order id was used, or an approval exists: only a look-up shows which.
      unknown: ["U112", "A127", "P015", "2156", "2201", "3001", "A204"],
    }),
  )("%j is %s", (code, expected) =>
    world(async ({ emulator, approve }) => {
      emulator.breakNext("approve", { says: code });
      const answer = await approve("approval-1");
      expect(shortOf(answer)).toBe(expected);
      if (code !== "") expect(answer).toHaveProperty("provider", { code, message: "다른 응답" });
    }),
  );
});

describe("a payment in the window that is answered by", () => {
  test.each(
    rowsOf(anyCall, {
      INVALID_CARD_EXPIRATION: ["3021"],
      REJECT_CARD_COMPANY: ["3095"],
      INVALID_CARD_INSTALLMENT_PLAN: ["3022", "P028"],
      PROVIDER_ERROR: ["A123", "A245", "U311", "3041", "4001", "4002", "U121", "A210", "P018", "P019"],
      // Used up, by this call or another; a bank's mismatches; a result of another call.
      unknown: ["U112", "U114", "A127", "P015", "4000", "4003", "4004", "4005", "4006", "4007", "4008", "3001"],
    }),
  )("%j is %s", (code, expected) =>
    inWindow(async ({ emulator, paid, approve }) => {
      const { approval } = await paid();
      emulator.breakNext("approve", { says: code });
      const answer = await approve(approval);
      expect(shortOf(answer)).toBe(expected);
      if (code !== "") expect(answer).toHaveProperty("provider", { code, message: "다른 응답" });
    })(nicePayments),
  );
});

describe("a payment is shown as it was made with", () => {
  const card = { cardCode: "06", cardNum: "536112******1234", cardQuota: 3 };
  const shown = (change: object) => ({ payMethod: "card", card, bank: null, coupon: null, ...change });
  const unknown = { issuerCode: null, maskedNumber: null, installmentPlanMonths: null };
  const paid = { issuerCode: "41", maskedNumber: "536112******1234", installmentPlanMonths: 3 };
  const wallet = (provider: string | null, discountAmount = 0) => ({
    method: "EASY_PAY",
    easyPay: { provider, discountAmount },
  });

  const rows: readonly (readonly [made: string, change: object, expected: object])[] = [
    ["a card", {}, { method: "CARD", card: paid }],
    ["a lump sum", { card: { ...card, cardQuota: 0 } }, { card: { ...paid, installmentPlanMonths: 0 } }],
    ["one month", { card: { ...card, cardQuota: 1 } }, { card: { ...paid, installmentPlanMonths: 0 } }],
    ["37 months", { card: { ...card, cardQuota: 37 } }, { card: { ...paid, installmentPlanMonths: null } }],
    ["no card", { card: null }, { card: unknown }],
    ["a number without a mask", { card: { ...card, cardNum: "5361121234561234" } }, { card: { maskedNumber: null } }],
    ["a card company of no table", { card: { ...card, cardCode: "99" } }, { card: { issuerCode: null } }],
    ...["24", "31", "39", "40", "41", "42"].map((cardCode) => {
      const noCard = { issuerCode: null, maskedNumber: null };
      return [`points ${cardCode}`, { card: { ...card, cardCode } }, { card: noCard }] as const;
    }),
    ["a transfer", { payMethod: "bank", bank: { bankCode: "088" } }, { transfer: { bankCode: "088" } }],
    ["a bank of another form", { payMethod: "bank", bank: { bankCode: "88" } }, { transfer: { bankCode: null } }],
    ["no bank", { payMethod: "bank" }, { method: "TRANSFER", transfer: { bankCode: null } }],
    ["Kakao Pay", { payMethod: "kakaopay" }, wallet("KAKAOPAY")],
    ["Naver Pay", { payMethod: "naverpay", coupon: { couponAmt: 1_000 } }, wallet("NAVERPAY", 1_000)],
    ["Samsung Pay", { payMethod: "samsungpay", coupon: {} }, wallet("SAMSUNGPAY")],
    ["PAYCO", { payMethod: "payco", card: null }, wallet("PAYCO")],
    ["a wallet without a name here", { payMethod: "ssgpay" }, wallet(null)],
    ["a method of no manual", { payMethod: "__proto__" }, wallet(null)],
    ["no method", { payMethod: null }, wallet(null)],
  ];

  test.each([
    [{ cardQuota: "03" }, 3],
    [{ cardQuota: 12 }, 12],
    [{ cardQuota: "" }, null],
    [{ cardQuota: true }, null],
    [{ cardQuota: null, cardNum: 1 }, null],
    ["card", undefined],
  ])("%j, which changes no outcome if it can't be read", (given, cardQuota) => {
    const answer = {
      tid: "nicemu00m01011261125140000001",
      orderId: "order-1",
      status: "paid",
      amount: 10_000,
      balanceAmt: 10_000,
      paidAt: "2026-11-25T14:00:00.000+0900",
      ediDate: "2026-11-25T14:00:00.000+0900",
      signature: "0".repeat(64),
      card: given,
      bank: 4,
      coupon: [],
    };
    const { success, data } = paymentAnswer.safeParse(answer);
    expect([success, data?.card?.cardQuota]).toEqual([true, cardQuota]);
  });

  test.each(rows)("%s", (_what, change, expected) => expect(paidWithOf(shown(change))).toMatchObject(expected));
});

describe("a check that is answered by", () => {
  test.each(
    rowsOf(anyCall, {
      UNAUTHORIZED_PROVIDER_KEY: ["A204"],
      INVALID_CARD_NUMBER: ["3011", "F112", "V504"],
      INVALID_CARD_EXPIRATION: ["3021", "V510", "V511"],
      INVALID_CARD_PASSWORD: ["V513"],
      INVALID_CARD_IDENTITY: ["F113"],
      NOT_SUPPORTED_CARD_TYPE: ["F118", "3057"],
      REJECT_CARD_COMPANY: ["3095"],
      ALREADY_STORED_CARD: ["F201"],
      unknown: ["F100", "F106", "F109", "F110", "A253"],
    }),
  )("%j is %s", (code, expected) =>
    world(async ({ clock, emulator, gateway, call }) => {
      emulator.breakNext("regist", { says: code });
      expect(shortOf(await gateway.keyIn.authenticate({ ...call, ...plain(clock), key: "card-2", card }))).toBe(
        expected,
      );
    }),
  );
});

test.each([
  ["number", "94101100000000012", "INVALID_CARD_NUMBER"],
  ["number", "9410110000000001234", "INVALID_CARD_NUMBER"],
  ["registNo", "12345678901", "INVALID_CARD_IDENTITY"],
])("a card with the %s %s is refused before anything is sent", (field, value, expected) =>
  world(async ({ clock, emulator, gateway, call }) => {
    const typed = { ...card, [field]: value };
    const request = { ...call, ...plain(clock), key: "card-2", card: typed };
    const before = emulator.arrived().length;
    expect(shortOf(await gateway.keyIn.authenticate(request))).toBe(expected);
    expect(shortOf(await gateway.keyIn.issueToken(request))).toBe(expected);
    expect(emulator.arrived().length).toBe(before);
  }),
);

describe("a cancellation that is answered by", () => {
  test.each(
    rowsOf(anyCall, {
      REFUND_REJECTED: ["2003", "2012", "2014", "2016", "2031", "A122", "U107", "U122"],
      NOT_MATCHES_REFUNDABLE_AMOUNT: ["2010", "2011", "2013", "2015", "2032", "U123", "U318", "U319"],
      NOT_ALLOWED_PARTIAL_REFUND: ["1534", "2029", "2030", "2033", "U128"],
      PROVIDER_NOT_AGREED: ["2028"],
      EXCEED_PROVIDER_LIMIT: ["2023", "2026"],
      unknown: ["U112", "A127", "P015", "2001", "2211"],
    }),
  )("%j is %s", (code, expected) =>
    world(async ({ emulator, approve, caller, call }) => {
      await approve("approval-1");
      emulator.breakNext("cancel", { says: code });
      const request = { ...call, key: "cancellation-1", approvalKey: "approval-1", amount: 1_000 };
      expect(shortOf(await caller.cancel(request))).toBe(expected);
    }),
  );
});

describe("a net-cancel that is answered by", () => {
  test.each(
    rowsOf(anyCall, {
      NOT_CANCELABLE_PAYMENT: ["2014", "2016", "2020"],
      "not-found": ["2012", "A118", "A251", "U107", "U122", "U126"],
      // It was undone before, says the gateway, but shows it as paid.
      unknown: ["2013", "2015", "2001", "P035"],
    }),
  )("%j is %s", (code, expected) =>
    world(async ({ emulator, approve, caller, call }) => {
      await approve("approval-1");
      emulator.breakNext("netcancel", { says: code });
      const request = { ...call, key: "reversal-1", approvalKey: "approval-1" };
      expect(shortOf(await caller.reverse(request))).toBe(expected);
    }),
  );
});

describe("a release that is answered by", () => {
  test.each(
    rowsOf(anyCall, {
      "not-found": ["A124", "A125", "A126", "A223", "U115", "U309"],
      // Another shop's card: it is not gone.
      unknown: ["A255", "F101"],
    }),
  )("%j is %s", (code, expected) =>
    world(async ({ clock, emulator, gateway, call, token }) => {
      emulator.breakNext("expire", { says: code });
      const about = { tokenKey: "card-1", tokenAskedAt: clock.now(), token, storedBy: "authenticate" } as const;
      expect(shortOf(await gateway.keyIn.releaseToken({ ...call, ...plain(clock), key: "r.1", ...about }))).toBe(
        expected,
      );
    }),
  );
});

describe("a look-up that is answered by", () => {
  test.each(
    rowsOf({
      "not-found": ["A118", "A214", "A251", "U107", "U111", "U126"],
      // A refused look-up shows nothing about the payment.
      unknown: [...keys, ...contracts, ...malformed, ...unknown, "U320", "U308", "3095"],
    }),
  )("%j is %s", (code, expected) =>
    world(async ({ emulator, lookUp }) => {
      emulator.breakNext("find", { says: code });
      expect(shortOf(await lookUp("approval-1"))).toBe(expected);
    }),
  );
});

describe("a card company's words", () => {
  test.each([
    ["한도초과", "REJECT_CARD_PAYMENT"],
    ["잔액부족", "REJECT_CARD_PAYMENT"],
    ["분실카드", "INVALID_CARD_LOST_OR_STOLEN"],
    ["도난카드", "INVALID_CARD_LOST_OR_STOLEN"],
    ["거래정지카드", "INVALID_STOPPED_CARD"],
    ["유효기간 오류", "INVALID_CARD_EXPIRATION"],
    ["1일 사용횟수 초과", "EXCEED_MAX_DAILY_PAYMENT_COUNT"],
    ["1일 한도초과", "EXCEED_MAX_ONE_DAY_AMOUNT"],
    ["1회 한도초과", "EXCEED_MAX_PAYMENT_AMOUNT"],
    ["비밀번호 오류횟수 초과", "EXCEED_MAX_AUTH_COUNT"],
    ["할부 불가 카드", "NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT"],
    ["이상거래 의심", "FDS_ERROR"],
    // A payment has no refusal for a wrong password.
    ["비밀번호 오류", "REJECT_CARD_COMPANY"],
    ["", "REJECT_CARD_COMPANY"],
  ])("%j of a payment are %s", (message, expected) =>
    world(async ({ emulator, approve }) => {
      emulator.breakNext("approve", { says: "3095", message });
      expect(shortOf(await approve("approval-1"))).toBe(expected);
    }),
  );

  test("make no refusal of what is unknown", () =>
    world(async ({ emulator, approve }) => {
      emulator.breakNext("approve", { says: "A110", message: "한도초과", takesEffect: true });
      expect(await outcomeOf(() => approve("approval-1"))).toBe("unknown");
    }));
});

/** The outcome of each test card: refused at the check or at the charge. */
const cards: Readonly<Record<string, string>> = {
  "9490000000000021": "INVALID_CARD_EXPIRATION",
  "9490000000000013": "INVALID_CARD_PASSWORD",
  "9490000000000014": "INVALID_CARD_IDENTITY",
  "9490000000000118": "NOT_SUPPORTED_CARD_TYPE",
  "9490000000000201": "ALREADY_STORED_CARD",
  "9490000000000101": "REJECT_CARD_PAYMENT",
  "9490000000000102": "REJECT_CARD_PAYMENT",
  "9490000000000103": "INVALID_STOPPED_CARD",
  "9490000000000104": "INVALID_CARD_LOST_OR_STOLEN",
  "9490000000000105": "INVALID_CARD_LOST_OR_STOLEN",
  "9490000000000106": "EXCEED_MAX_DAILY_PAYMENT_COUNT",
  "9490000000000107": "EXCEED_MAX_ONE_DAY_AMOUNT",
  "9490000000000108": "FDS_ERROR",
  "9490000000000109": "REJECT_CARD_COMPANY",
  "9490000000000121": "INVALID_CARD_EXPIRATION",
  "9490000000000122": "INVALID_CARD_INSTALLMENT_PLAN",
  "9490000000000999": "unknown",
};

test.each(niceTestCards.map(({ number, what }) => [number, what] as const))("the test card %s: %s", async (number) => {
  const { clock, emulator, open } = await openNice();
  onTestFinished(() => emulator.close());
  const gateway = open();
  const call = { tenant: "1:test", ...plain(clock), deadline: clock.now() + 10_000 } as const;
  const stored = await gateway.keyIn.authenticate({ ...call, key: "card-1", card: { ...card, number } });
  if (stored.outcome !== "done") return expect(shortOf(stored)).toBe(cards[number]);
  const payment = {
    authentication: null,
    amount: 10_000,
    taxFreeAmount: 0,
    installmentPlanMonths: 0,
    orderName: "우롱차",
  };
  const answer = await gateway.approve({ ...call, key: "approval-1", cardToken: stored.value.token, ...payment });
  expect(shortOf(answer)).toBe(cards[number] ?? "done");
});
