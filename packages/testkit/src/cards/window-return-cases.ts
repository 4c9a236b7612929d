import {
  windowRefusals,
  type Found,
  type AuthenticatedMethod,
  type PaidMethod,
  type Returned,
  type WindowRefusal,
} from "@wonflow/core";
import { expect } from "vitest";
import { expectNow, expectUnknown, heard } from "../heard.ts";
import type { CaseContext, Cases } from "./case-context.ts";
import type { BroughtFields } from "./fixture.ts";
import type { Authenticated, Opened, WindowBuyer } from "./window-buyer.ts";

const faults = ["request-lost", "answer-lost"] as const;

/** Visible ASCII characters, at most 200. */
const referenceText = /^[\x21-\x7e]{1,200}$/;

export const returnCases: Cases = {
  "authenticates its key, its amount and a reference of its own: two payments would be mistaken for one": async (
    context,
  ) => {
    const { authenticated } = context.inWindow();
    const [one, other] = [await authenticated({ amount: 1_009 }), await authenticated({ amount: 2_003 })];
    for (const { request, value } of [one, other]) {
      const { key, amount } = request;
      expect(value).toMatchObject({ key, amount });
      expect(value.reference).toMatch(referenceText);
      if (value.authenticatedAt !== null) expectNow(context, value.authenticatedAt);
    }
    expect(one.value.reference).not.toBe(other.value.reference);
  },

  "shows no more of a card than may be stored: its number would be in the merchant's lists": async ({ inWindow }) => {
    expectShown((await inWindow().authenticated()).value.paidWith);
  },

  "charges nothing before the approval: a closed tab would have paid": async (context) => {
    const { authenticated, held } = context.inWindow();
    expect(await held(await authenticated())).toBe(0);
  },

  "twice answers the same, also after a restart: a reloaded page would lose the payment": async (context) => {
    const { finish, authenticated } = context.inWindow();
    const one = await authenticated();
    const first = { outcome: "done", value: one.value };
    expect(await finish(one, one.fields)).toEqual(first);
    const later = await context.reopen();
    expect(await later.inWindow().finish(one, one.fields)).toEqual(first);
  },

  "in a process that did not open it is done: a buyer may come back to another one": async (context) => {
    const { opened, authenticate } = context.inWindow();
    const one = await opened();
    const fields = await authenticate(one);
    const later = await context.reopen();
    const { key } = one.request;
    expect(await later.inWindow().finish(one, fields)).toMatchObject({ outcome: "done", value: { key } });
  },

  "takes fields that it does not know: a provider adds some": async ({ inWindow }) => {
    const { finish, authenticated } = inWindow();
    const one = await authenticated();
    expect(await finish(one, { ...one.fields, addedLater: "1" })).toEqual({ outcome: "done", value: one.value });
  },

  "that breaks is unknown, and is done when it is repeated: the buyer would pay again": async (context) => {
    const { finish, opened, authenticate, needsProvider } = context.inWindow();
    needsProvider("finish");
    const one = await opened();
    const fields = await authenticate(one);
    for (const fault of faults) {
      await context.breakNext("finish", fault);
      await expectUnknown(() => finish(one, fields));
    }
    expect(await finish(one, fields)).toMatchObject({ outcome: "done", value: { key: one.request.key } });
  },

  "whose deadline has passed proves nothing against the buyer: the opening would end": async ({ inWindow, now }) => {
    const { finish, authenticated } = inWindow();
    const one = await authenticated();
    // Core takes any error of `finish` for unknown, also of a question that was not sent.
    const broken = () => ({ outcome: "unknown" });
    const { outcome } = await finish(one, one.fields, { deadline: now() - 1 }).catch(broken);
    expect(["done", "unknown"]).toContain(outcome);
  },
};

/** What a stranger can bring to the return address. */
export const forgeryCases: Cases = {
  "with a forged amount is forged: the buyer would pay less": async ({ inWindow, skip }) => {
    const buyer = inWindow();
    const one = await buyer.authenticated();
    const name = buyer.names.amount ?? skip("the browser brings no amount (window.names)");
    for (const amount of ["1", "10001", "", "10000.5"]) {
      const fields = { ...one.fields, [name]: amount };
      expect([amount, await buyer.finish(one, fields)]).toEqual([amount, { outcome: "forged" }]);
    }
  },

  "with a forged reference is forged: a stranger would pay with it": async (context) => {
    const buyer = context.inWindow();
    const one = await buyer.authenticated();
    const name = buyer.names.reference ?? context.skip("the browser brings no reference (window.names)");
    expect((await buyer.finish(one, { ...one.fields, [name]: "" })).outcome).toBe("forged");
    await expectForged(context, one, { of: "reference", fields: { ...one.fields, [name]: "invented-by-a-stranger" } });
  },

  "with the reference of another order is forged: one payment would be mistaken for two": async (context) => {
    const buyer = context.inWindow();
    const [one, other] = [await buyer.authenticated(), await buyer.authenticated()];
    const name = buyer.names.reference ?? context.skip("the browser brings no reference (window.names)");
    const fields = { ...one.fields, [name]: other.value.reference };
    await expectForged(context, one, { of: "reference", fields });
  },

  "that was brought for another order is forged, also of another amount: one payment would be mistaken for two":
    async ({ inWindow }) => {
      const buyer = inWindow();
      const other = await buyer.authenticated();
      for (const amount of [10_000, 20_000]) {
        expect(await buyer.finish(await buyer.opened({ amount }), other.fields)).toEqual({ outcome: "forged" });
      }
    },

  "of another order under the name of this one is forged: one payment would be mistaken for two": async (context) => {
    const buyer = context.inWindow();
    const [one, other] = [await buyer.authenticated(), await buyer.authenticated()];
    const name = buyer.names.key ?? context.skip("the browser brings no order id (window.names)");
    await expectForged(context, one, { of: "key", fields: { ...other.fields, [name]: one.request.key } });
  },

  "of another merchant under the same key is forged: one merchant would get the money of the other": async (
    context,
  ) => {
    const { authenticated, opened, finish } = context.inWindow();
    const theirs = await authenticated();
    const own = await opened({ key: theirs.request.key, tenant: context.otherTenant });
    expect((await finish(own, theirs.fields)).outcome).toBe("forged");
  },

  "of an amount that core did not ask for is not done: the buyer chose the price": async ({ inWindow }) => {
    const { authenticated, finish } = inWindow();
    const one = await authenticated();
    for (const amount of [9_999, 20_000]) {
      const { outcome } = await finish(one, one.fields, { amount });
      expect(["forged", "unknown"]).toContain(outcome);
    }
  },

  "of a key that was never opened is forged or unknown: a stranger would end it, or pay": async ({ inWindow }) => {
    const { authenticated, opening, finish } = inWindow();
    const one = await authenticated();
    const unopened = { ...one, request: await opening() };
    expect(["forged", "unknown"]).toContain((await finish(unopened, one.fields)).outcome);
  },

  "of a buyer who has not acted yet proves nothing: a stranger would pay, or end it": async (context) => {
    const buyer = context.inWindow();
    const [one, other] = [await buyer.opened(), await buyer.authenticated()];
    const { key = "key" } = buyer.names;
    for (const fields of [{}, { [key]: one.request.key }]) expectUnproven(await buyer.finish(one, fields));
    await expectForged(context, one, { of: "key", fields: { ...other.fields, [key]: one.request.key } });
  },

  "with any field changed, left out or emptied authenticates nothing else, and ends nothing": async ({ inWindow }) => {
    const buyer = inWindow();
    const one = await buyer.authenticated();
    for (const name of provenFields(buyer, one)) {
      const { [name]: text, ...without } = one.fields;
      for (const fields of [without, { ...without, [name]: "" }, { ...without, [name]: `${text}1` }]) {
        await expectNothingElse(buyer, one, fields);
      }
    }
  },

  "with garbled fields authenticates nothing, and never throws: a stranger would fill the log": async ({
    inWindow,
  }) => {
    const buyer = inWindow();
    const one = await buyer.authenticated();
    const garbled = [
      " ",
      "\u0000\uFFFD",
      "[object Object]",
      "null",
      "-1",
      "1e999",
      "보성 녹차",
      "{",
      "%",
      "k".repeat(4_096),
    ];
    for (const name of provenFields(buyer, one)) {
      for (const text of garbled) await expectNothingElse(buyer, one, { ...one.fields, [name]: text });
    }
  },

  "leaves the true return: a stranger would keep the buyer from paying": async ({ inWindow }) => {
    const buyer = inWindow();
    const [one, other] = [await buyer.authenticated(), await buyer.authenticated()];
    await buyer.finish(one, other.fields);
    await buyer.finish(one, {});
    expect(await buyer.finish(one, one.fields)).toEqual({ outcome: "done", value: one.value });
  },
};

export const failureCases: Cases = {
  "of a buyer who left the window is not done: who did not agree would pay": async (context) => {
    const { opened, cancel, finish, held } = context.inWindow();
    const one = await opened();
    const answer = await finish(one, await cancel(one));
    expect(["unsigned", "refused"]).toContain(answer.outcome);
    expectListed(answer);
    expect(await held(one)).toBe(0);
  },

  "of a failure that only the browser reports is unsigned, with a code of the port: a stranger would end it": async ({
    inWindow,
  }) => {
    const { opened, fail, finish } = inWindow();
    const one = await opened();
    const answer = await finish(one, await fail(one, "browser"));
    expect(answer.outcome).toBe("unsigned");
    expectListed(answer);
  },

  "of a failure that the provider confirms is refused, with a code of the port: the buyer would wait for its end":
    async ({ inWindow }) => {
      const { opened, fail, finish } = inWindow();
      const one = await opened();
      const fields = await fail(one, "provider");
      for (const answer of [await finish(one, fields), await finish(one, fields)]) {
        expect(answer.outcome).toBe("refused");
        expectListed(answer);
      }
    },

  "of the confirmed failure of another order ends nothing here: a stranger would end it": async ({ inWindow }) => {
    const buyer = inWindow();
    const [one, other] = [await buyer.authenticated(), await buyer.opened()];
    const failed = await buyer.fail(other, "provider");
    const { key = "key" } = buyer.names;
    for (const fields of [failed, { ...failed, [key]: one.request.key }]) {
      expectUnproven(await buyer.finish(one, fields), one);
    }
  },

  "of a cancellation by the browser does not end what was authenticated: a stranger would end it": async ({
    inWindow,
  }) => {
    const buyer = inWindow();
    const one = await buyer.authenticated();
    expectUnproven(await buyer.finish(one, await buyer.cancel(one)), one);
    expect(await buyer.finish(one, one.fields)).toEqual({ outcome: "done", value: one.value });
  },
};

interface Forgery {
  readonly of: "key" | "reference";
  readonly fields: BroughtFields;
}

/** A forged return; where only the approval can notice it, an approval that fails. */
async function expectForged({ gateway, inWindow }: CaseContext, one: Opened, { of, fields }: Forgery): Promise<void> {
  const { finish, isProvenAtApproval, approval } = inWindow();
  const answer = await finish(one, fields);
  if (!isProvenAtApproval(of)) return expect([fields, answer]).toEqual([fields, { outcome: "forged" }]);
  expect(["forged", "unknown", "done"]).toContain(answer.outcome);
  if (answer.outcome !== "done") return;
  const { key, askedAt } = one.request;
  const { reference } = answer.value;
  const request = approval({ ...one, authentication: { key, askedAt, reference } });
  expect(["refused", "unknown"]).toContain((await heard(() => gateway.approve(request))).outcome);
}

/** A return that neither authenticates nor ends an opening; one that was authenticated may be answered as it is. */
function expectUnproven(answer: Returned, one?: Authenticated): void {
  if (one !== undefined && answer.outcome === "done") expect(answer.value).toEqual(one.value);
  else expect(["forged", "unsigned", "unknown"]).toContain(answer.outcome);
}

/** The fields whose change is noticed at the return. */
function provenFields({ names, isProvenAtApproval }: WindowBuyer, { fields }: Authenticated): readonly string[] {
  return Object.keys(fields).filter((name) => name !== names.reference || !isProvenAtApproval("reference"));
}

/** A return with such fields authenticates nothing but what is authenticated, and ends nothing. */
async function expectNothingElse(buyer: WindowBuyer, one: Authenticated, fields: BroughtFields): Promise<void> {
  const answer = await buyer.finish(one, fields);
  if (answer.outcome === "done") expect([fields, answer.value]).toEqual([fields, one.value]);
  else expect([fields, answer.outcome]).not.toEqual([fields, "refused"]);
}

/** A failure has a code of the port. */
export function expectListed(answer: Returned | Found<AuthenticatedMethod, WindowRefusal>): void {
  if ("code" in answer) expect(windowRefusals).toContain(answer.code);
}

/** What may be shown of a payment, if anything is known. */
export function expectShown(paidWith: PaidMethod | null | undefined): void {
  if (paidWith == null) return;
  if (paidWith.method === "TRANSFER") {
    const { bankCode } = paidWith.transfer;
    if (bankCode !== null) expect(bankCode).toMatch(/^\d{3}$/);
    return;
  }
  if (paidWith.method === "EASY_PAY") {
    const { discountAmount } = paidWith.easyPay;
    expect(Number.isSafeInteger(discountAmount) && discountAmount >= 0).toBe(true);
    return;
  }
  const { issuerCode, maskedNumber, installmentPlanMonths } = paidWith.card;
  if (issuerCode !== null) expect(issuerCode).toMatch(/^[0-9A-Z]{2}$/);
  if (maskedNumber !== null) expect(maskedNumber).toMatch(/^(?=.{1,20}$)\d{0,8}\*+\d{0,4}$/);
  // 1 would be one month of installments: a lump sum is 0.
  if (installmentPlanMonths !== null) expect([0, ...plans]).toContain(installmentPlanMonths);
}

const plans = Array.from({ length: 35 }, (_each, index) => index + 2);
