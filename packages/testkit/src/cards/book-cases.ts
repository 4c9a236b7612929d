import { expect } from "vitest";
import { heard } from "../heard.ts";
import type { CaseContext, Cases } from "./case-context.ts";

export const bookedApprovalCases: Cases = {
  "is in the provider's records with its amount, in a lump sum": async ({ approved, book }) => {
    const booked = await book(await approved());
    expect(booked).toMatchObject({ amount: 10_000, held: 10_000, cancellations: [] });
    expect([0, 1]).toContain(booked.installmentPlanMonths);
  },

  "is in the provider's records with its months": async ({ gateway, approval, newKey, book }) => {
    const request = approval(newKey(), { amount: 60_000, installmentPlanMonths: 3 });
    expect(await gateway.approve(request)).toMatchObject({ outcome: "done" });
    expect(await book(request.key)).toMatchObject({ amount: 60_000, installmentPlanMonths: 3 });
  },

  "is in the provider's records with each month that the gateway declares for a checkout": async (context) => {
    const { gateway, bound, approval, newKey, book, skip } = context;
    const months = bound.keyIn?.installmentMonths ?? skip("the gateway declares no months (installmentMonths)");
    for (const installmentPlanMonths of months) {
      const request = approval(newKey(), { amount: 60_000, installmentPlanMonths });
      expect([installmentPlanMonths, await gateway.approve(request)]).toMatchObject([
        installmentPlanMonths,
        { outcome: "done", value: { key: request.key, amount: 60_000 } },
      ]);
      expect(await book(request.key)).toMatchObject({ amount: 60_000, installmentPlanMonths });
    }
  },

  "is in the provider's records with its part without VAT": async ({ gateway, approval, newKey, book, skip }) => {
    const request = approval(newKey(), { taxFreeAmount: 2_000 });
    expect(await gateway.approve(request)).toMatchObject({ outcome: "done" });
    const { taxFreeAmount = skip("the provider's records do not show it") } = await book(request.key);
    expect(taxFreeAmount).toBe(2_000);
  },
};

export const bookedCancellationCases: Cases = {
  "is in the provider's records with its amount, once": async ({ approved, cancel, book }) => {
    const approvalKey = await approved();
    await cancel({ approvalKey, amount: 4_000 });
    await cancel({ approvalKey, amount: 5_000 });
    const { held, cancellations } = await book(approvalKey);
    expect([held, cancellations.map(({ amount }) => amount)]).toEqual([1_000, [4_000, 5_000]]);
  },

  "is in the provider's records with its part without VAT": async (context) => {
    const { gateway, approval, newKey, cancel, book, skip } = context;
    const request = approval(newKey(), { taxFreeAmount: 2_000 });
    await gateway.approve(request);
    await cancel({ approvalKey: request.key, amount: 4_000, taxFreeAmount: 1_500 });
    const [canceled] = (await book(request.key)).cancellations;
    expect(canceled?.taxFreeAmount ?? skip("the provider's records do not show it")).toBe(1_500);
  },

  "is in the provider's records with its reason": async ({ approved, cancel, book, skip }) => {
    const approvalKey = await approved();
    await cancel({ approvalKey, amount: 4_000, reason: "품절" });
    const [canceled] = (await book(approvalKey)).cancellations;
    expect(canceled?.reason ?? skip("the provider's records do not show it")).toContain("품절");
  },
};

export const bookedReversalCases: Cases = {
  "leaves nothing in the provider's records": async ({ approved, reverse, book }) => {
    const approvalKey = await approved();
    await reverse(approvalKey);
    expect(await book(approvalKey)).toMatchObject({ held: 0 });
  },
};

/** Won and milliseconds that no test of these depends on. */
const [part, aMinute] = [3_000, 60_000];

export const ambiguousCases: Cases = {
  "of an approval finds what is left of it after a manual refund": async (context) => {
    const { approved, refundByHand, foundApproval } = context;
    const approvalKey = await approved();
    await refundByHand(approvalKey, part);
    expect(await foundApproval(approvalKey)).toHaveProperty("value.remainingAmount", 10_000 - part);
  },

  "takes no earlier refund that a person made for a cancellation that never arrived": async (context) => {
    const { approved, refundByHand, advance } = context;
    const approvalKey = await approved();
    await refundByHand(approvalKey, part);
    await advance(aMinute);
    await expectNotFound(context, approvalKey);
  },

  "takes no other cancellation of the same amount for one that never arrived": async (context) => {
    const { approved, cancel, advance } = context;
    const approvalKey = await approved();
    expect(await cancel({ approvalKey, amount: part })).toMatchObject({ outcome: "done" });
    await advance(aMinute);
    await expectNotFound(context, approvalKey);
  },

  "takes no cancellation of another approval for one that never arrived": async (context) => {
    const { approved, cancel } = context;
    const [approvalKey, other] = [await approved(), await approved()];
    expect(await cancel({ approvalKey: other, amount: part })).toMatchObject({ outcome: "done" });
    await expectNotFound(context, approvalKey);
  },

  "takes no later refund that a person made for a cancellation whose answer was lost": async (context) => {
    const { approved, cancel, newKey, breakNext, refundByHand, advance, foundCancellation } = context;
    const approvalKey = await approved();
    const key = newKey();
    await breakNext("cancel", "answer-lost");
    await heard(() => cancel({ approvalKey, amount: part, key }));
    await advance(aMinute);
    const byHand = await refundByHand(approvalKey, part);
    const found = await heard(() => foundCancellation(key));
    if (found.outcome !== "done") expect(found.outcome).toBe("unknown");
    else expect(found.value.reference === null || found.value.reference !== byHand).toBe(true);
  },
};

async function expectNotFound(context: CaseContext, approvalKey: string): Promise<void> {
  const { cancel, newKey, breakNext, settle, foundCancellation } = context;
  const key = newKey();
  await breakNext("cancel", "request-lost");
  await heard(() => cancel({ approvalKey, amount: part, key }));
  expect((await heard(() => foundCancellation(key))).outcome).not.toBe("done");
  await settle();
  expect(["not-found", "unknown"]).toContain((await heard(() => foundCancellation(key))).outcome);
}
