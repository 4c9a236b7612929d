import { expect } from "vitest";
import { heard } from "../heard.ts";
import type { CaseContext, Cases } from "./case-context.ts";

const aMinute = 60_000;

async function tokenOfOther({ gateway, otherTenant: tenant, newKey, card, deadline }: CaseContext): Promise<string> {
  const answer = await gateway.authenticate({ tenant, key: newKey(), card, deadline: deadline() });
  if (answer.outcome === "done") return answer.value.token;
  throw new Error("The card of the fixture was not authenticated for the other merchant.");
}

const ofApproval = (key: string, amount: number) => ({ outcome: "done", value: { key, amount } });

export const approvalsAtOnceCases: Cases = {
  "two at once are each answered about their own: one buyer's payment would be booked for the other": async (
    context,
  ) => {
    const { gateway, approval, newKey, book } = context;
    const [one, other] = [newKey(), newKey()];
    const answers = await Promise.all([
      gateway.approve(approval(one, { amount: 1_000 })),
      gateway.approve(approval(other, { amount: 60_000, installmentPlanMonths: 3 })),
    ]);
    expect(answers).toMatchObject([ofApproval(one, 1_000), ofApproval(other, 60_000)]);
    expect(await book(one)).toMatchObject({ amount: 1_000 });
    expect(await book(other)).toMatchObject({ amount: 60_000, installmentPlanMonths: 3 });
  },

  "two at once for two merchants go to their own: one merchant would get the other's money": async (context) => {
    const { gateway, approval, newKey, otherTenant, foundApproval, deadline } = context;
    const cardToken = await tokenOfOther(context);
    const [own, theirs] = [newKey(), newKey()];
    const answers = await Promise.all([
      gateway.approve(approval(own, { amount: 1_000 })),
      gateway.approve(approval(theirs, { tenant: otherTenant, cardToken, amount: 2_000 })),
    ]);
    expect(answers).toMatchObject([ofApproval(own, 1_000), ofApproval(theirs, 2_000)]);
    expect(await foundApproval(own)).toMatchObject(ofApproval(own, 1_000));
    expect(await foundApproval(theirs)).toEqual({ outcome: "not-found" });
    const asked = { tenant: otherTenant, key: theirs, deadline: deadline() };
    expect(await gateway.lookUpApproval(asked)).toMatchObject(ofApproval(theirs, 2_000));
  },

  "two at once, of which one is lost, are each answered about their own: the lost one would be called done": async (
    context,
  ) => {
    const { gateway, approval, newKey, breakNext, foundApproval } = context;
    const keys = [newKey(), newKey()];
    await breakNext("approve", "request-lost");
    const answers = await Promise.all(keys.map((key) => heard(() => gateway.approve(approval(key)))));
    for (const [index, { outcome }] of answers.entries()) {
      const found = await foundApproval(keys[index] ?? "");
      expect([outcome, found.outcome]).toEqual(outcome === "done" ? ["done", "done"] : ["unknown", "not-found"]);
    }
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(["done", "unknown"]);
  },
};

export const cancellationsAtOnceCases: Cases = {
  "of two approvals at once are each answered about their own: one refund would be booked for the other": async (
    context,
  ) => {
    const { approved, cancel, newKey, book } = context;
    const [one, other] = [await approved(), await approved()];
    const [oneKey, otherKey] = [newKey(), newKey()];
    const answers = await Promise.all([
      cancel({ approvalKey: one, key: oneKey, amount: 1_000 }),
      cancel({ approvalKey: other, key: otherKey, amount: 2_000 }),
    ]);
    expect(answers).toMatchObject([ofApproval(oneKey, 1_000), ofApproval(otherKey, 2_000)]);
    expect([(await book(one)).held, (await book(other)).held]).toEqual([9_000, 8_000]);
  },

  "that takes effect late is found by the same process that did not find it before: it would be refunded again": async (
    context,
  ) => {
    const { approved, cancel, newKey, breakNext, foundCancellation, settle, promises } = context;
    const [approvalKey, key] = [await approved(), newKey()];
    await breakNext("cancel", { arrivesAfterMs: Math.min(promises.settlesWithinMs, aMinute) + 1 });
    await heard(() => cancel({ approvalKey, amount: 4_000, key }));
    expect(["not-found", "unknown"]).toContain((await heard(() => foundCancellation(key))).outcome);
    await settle();
    expect(await foundCancellation(key)).toMatchObject({ outcome: "done", value: { key, amount: 4_000 } });
  },
};

export const lookUpsAtOnceCases: Cases = {
  "of two approvals at once finds each its own: one buyer's payment would be booked for the other": async (context) => {
    const { gateway, approval, newKey, approved, foundApproval } = context;
    const [one, other, never] = [await approved(), newKey(), newKey()];
    await gateway.approve(approval(other, { amount: 1_000 }));
    const found = await Promise.all([one, other, never].map(foundApproval));
    expect(found).toMatchObject([ofApproval(one, 10_000), ofApproval(other, 1_000), { outcome: "not-found" }]);
  },

  "of an approval that takes effect late finds it in the same process that did not find it before: it would be lost":
    async (context) => {
      const { gateway, approval, newKey, breakNext, foundApproval, settle, promises } = context;
      const key = newKey();
      await breakNext("approve", { arrivesAfterMs: Math.min(promises.settlesWithinMs, aMinute) + 1 });
      await heard(() => gateway.approve(approval(key)));
      expect(["not-found", "unknown"]).toContain((await heard(() => foundApproval(key))).outcome);
      await settle();
      expect(await foundApproval(key)).toMatchObject({ outcome: "done", value: { key, amount: 10_000 } });
    },
};

export const reversalsAtOnceCases: Cases = {
  "of two approvals at once undo both: one buyer's payment would be kept": async (context) => {
    const { approved, reverse, foundApproval } = context;
    const keys = [await approved(), await approved()];
    const answers = await Promise.all(keys.map((approvalKey) => reverse(approvalKey)));
    expect(answers).toEqual(keys.map((approvalKey) => ({ outcome: "done", value: { approvalKey } })));
    for (const key of keys) expect(await foundApproval(key)).toMatchObject({ outcome: "refused" });
  },
};
