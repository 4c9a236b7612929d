import { expect } from "vitest";
import { expectUnknown, heard } from "../heard.ts";
import type { Cases } from "./case-context.ts";

const faults = ["request-lost", "answer-lost"] as const;
const notFound = { outcome: "not-found" };

/** Later than a caller waits for anything but the answer of a look-up, and before the deadline. */
const lateMs = 5_000;

export const lostPayoutCases: Cases = {
  "whose answer is lost is unknown, and is found by a look-up, also after a restart": async (context) => {
    const { bank, newSeller, payout, breakNext, foundPayout, reopen } = context;
    const request = payout(await newSeller());
    await breakNext("submit", "answer-lost");
    await expectUnknown(() => bank.submit(request));
    const { key, amount } = request;
    expect(await foundPayout(request)).toMatchObject({ outcome: "done", value: { key, amount } });
    const later = await reopen();
    expect(await later.foundPayout(request)).toMatchObject({ outcome: "done", value: { key, amount } });
  },

  "whose request is lost is unknown, and is not found, also after a restart": async (context) => {
    const { bank, newSeller, payout, breakNext, foundPayout, reopen } = context;
    const request = payout(await newSeller());
    await breakNext("submit", "request-lost");
    await expectUnknown(() => bank.submit(request));
    expect(await foundPayout(request)).toEqual(notFound);
    const later = await reopen();
    expect(await later.foundPayout(request)).toEqual(notFound);
  },

  "that takes effect late is found as soon as it has": async (context) => {
    const { bank, newSeller, payout, breakNext, foundPayout, advance, reopen } = context;
    const request = payout(await newSeller());
    await breakNext("submit", { arrivesAfterMs: lateMs });
    await expectUnknown(() => bank.submit(request));
    expect(["not-found", "unknown"]).toContain((await heard(() => foundPayout(request))).outcome);
    const later = await reopen();
    await advance(lateMs);
    const { key, amount } = request;
    expect(await later.foundPayout(request)).toMatchObject({ outcome: "done", value: { key, amount } });
  },
};

export const lostRegistrationCases: Cases = {
  "whose answer is lost is unknown, and is found by a look-up, also after a restart": async (context) => {
    const { bank, registration, newKey, breakNext, foundSeller, reopen } = context;
    const key = newKey();
    await breakNext("registerSeller", "answer-lost");
    await expectUnknown(() => bank.registerSeller(registration(key)));
    const found = await foundSeller(key);
    expect(found).toMatchObject({ outcome: "done", value: { key } });
    const later = await reopen();
    expect(await later.foundSeller(key)).toEqual(found);
  },

  "whose request is lost is unknown, is not found, and can be asked for again": async (context) => {
    const { bank, registration, newKey, breakNext, foundSeller } = context;
    const key = newKey();
    await breakNext("registerSeller", "request-lost");
    await expectUnknown(() => bank.registerSeller(registration(key)));
    expect(await foundSeller(key)).toEqual(notFound);
    expect(await bank.registerSeller(registration(key))).toMatchObject({ outcome: "done", value: { key } });
  },
};

export const lostSellerLookUpCases: Cases = {
  "that breaks is unknown, of a seller that is known and of one that is not": async (context) => {
    const { bank, registration, newKey, breakNext, foundSeller } = context;
    const key = newKey();
    await bank.registerSeller(registration(key));
    for (const each of [key, newKey()]) {
      for (const fault of faults) {
        await breakNext("lookUpSeller", fault);
        await expectUnknown(() => foundSeller(each));
      }
    }
  },
};

export const lostLookUpCases: Cases = {
  "that breaks is unknown, of a slot that is used and of one that is not": async (context) => {
    const { submitted, newSeller, payout, breakNext, foundPayout } = context;
    for (const slot of [await submitted(), payout(await newSeller())]) {
      for (const fault of faults) {
        await breakNext("lookUp", fault);
        await expectUnknown(() => foundPayout(slot));
      }
    }
  },
};

export const lostStatementCases: Cases = {
  "that breaks is unknown, and not empty": async (context) => {
    const { submitted, payoutDate, whenPaid, whenOver, breakNext, statement } = context;
    await whenPaid(await submitted());
    await whenOver(payoutDate);
    for (const fault of faults) {
      await breakNext("statement", fault);
      await expectUnknown(() => statement(payoutDate));
    }
  },
};
