import { expect } from "vitest";

import { answersAgain, expectFirstOrUnknown } from "../contract-cases.ts";
import type { Cases } from "./case-context.ts";

export const registrationCases: Cases = {
  "registers a seller under the key it was asked with": async ({ bank, registration, newKey }) => {
    const key = newKey();
    const answer = await bank.registerSeller(registration(key));
    expect(answer).toMatchObject({ outcome: "done", value: { key } });
    expect(answer).toHaveProperty("value.externalSellerId", expect.stringMatching(/^.{1,100}$/u));
  },

  "called again, answers the outcome of the first call, also after a restart": (context) => {
    const request = context.registration(context.newKey());
    return answersAgain(context, ({ bank }) => bank.registerSeller(request));
  },

  "called twice at once, registers once": async ({ bank, registration, newKey, foundSeller }) => {
    const request = registration(newKey());
    const answers = await Promise.all([bank.registerSeller(request), bank.registerSeller(request)]);
    const found = await foundSeller(request.key);
    expect(found).toMatchObject({ outcome: "done", value: { key: request.key } });
    for (const answer of answers) if (answer.outcome !== "unknown") expect(answer).toEqual(found);
  },

  "called again with another name, does not register that too": async ({ bank, registration, newKey, foundSeller }) => {
    const key = newKey();
    const first = await bank.registerSeller(registration(key));
    const answer = await bank.registerSeller(registration(key, { name: "Another seller" }));
    expectFirstOrUnknown(answer, first);
    expect(await foundSeller(key)).toEqual(first);
  },

  "gives every seller an id of its own, also to the same one under another key": async ({ newSeller }) => {
    const sellers = [await newSeller(), await newSeller(), await newSeller()];
    expect(new Set(sellers.map(({ externalSellerId }) => externalSellerId)).size).toBe(sellers.length);
  },
};

export const sellerLookUpCases: Cases = {
  "finds a seller as it was answered, also after a restart": async (context) => {
    const { bank, registration, newKey, foundSeller, reopen } = context;
    const request = registration(newKey());
    const answer = await bank.registerSeller(request);
    expect(answer.outcome).toBe("done");
    expect(await foundSeller(request.key)).toEqual(answer);
    const later = await reopen();
    expect(await later.foundSeller(request.key)).toEqual(answer);
  },

  "says not-found of a key that never arrived, and leaves it free to arrive": async (context) => {
    const { bank, registration, newKey, foundSeller } = context;
    const key = newKey();
    expect(await foundSeller(key)).toEqual({ outcome: "not-found" });
    expect(await bank.registerSeller(registration(key))).toMatchObject({ outcome: "done" });
  },

  "says not-found of another merchant's key, which that merchant may use for a seller of its own": async (context) => {
    const { bank, registration, newKey, foundSeller, otherTenant } = context;
    const key = newKey();
    const first = await bank.registerSeller(registration(key));
    expect(await foundSeller(key, otherTenant)).toEqual({ outcome: "not-found" });
    expect(await bank.registerSeller(registration(key, { tenant: otherTenant }))).toMatchObject({ outcome: "done" });
    expect(await foundSeller(key)).toEqual(first);
  },
};
