import { expect } from "vitest";

import { expectFirstOrUnknown } from "../contract-cases.ts";
import { expectNow } from "../heard.ts";
import { expectNames, remaining, type Cases } from "./case-context.ts";

export const cancellationCases: Cases = {
  "refunds parts up to the total, and not a won more": async ({ approved, cancel, newKey, foundCancellation }) => {
    const approvalKey = await approved();
    const key = newKey();
    const first = await cancel({ approvalKey, amount: 4_000, key });
    expect(first).toMatchObject({ outcome: "done", value: { key, amount: 4_000 } });
    expect(await foundCancellation(key)).toEqual(first);
    expect(await cancel({ approvalKey, amount: 6_001 })).toMatchObject({ outcome: "refused" });
    expect(await cancel({ approvalKey, amount: 6_000 })).toMatchObject({ outcome: "done" });
    expect(await cancel({ approvalKey, amount: 1 })).toMatchObject({ outcome: "refused" });
  },

  "has its time by the gateway's clock, in milliseconds": async (context) => {
    const { approved, cancel, newKey, foundCancellation } = context;
    const key = newKey();
    for (const answer of [
      await cancel({ approvalKey: await approved(), amount: 1_000, key }),
      await foundCancellation(key),
    ]) {
      expectNow(context, answer.outcome === "done" ? answer.value.canceledAt : undefined);
    }
  },

  "names each cancellation by a reference of its own, or all by their keys alone": async ({ approved, cancel }) => {
    const approvalKey = await approved();
    const answers = [await cancel({ approvalKey, amount: 1_000 }), await cancel({ approvalKey, amount: 1_000 })];
    expectNames(answers.map((answer) => (answer.outcome === "done" ? answer.value.reference : undefined)));
  },

  "two at once that together are above the total: never both": async ({ approved, cancel }) => {
    const approvalKey = await approved();
    const call = { approvalKey, amount: 6_000 };
    const outcomes = (await Promise.all([cancel(call), cancel(call)])).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual(["done", "refused"]);
  },

  "leaves the approval as it was, but for what remains of it": async ({ approved, cancel, foundApproval }) => {
    const approvalKey = await approved();
    const before = await foundApproval(approvalKey);
    expect(before).toHaveProperty("value.remainingAmount", 10_000);
    await cancel({ approvalKey, amount: 4_000 });
    expect(await foundApproval(approvalKey)).toEqual(remaining(before, 6_000));
    await cancel({ approvalKey, amount: 6_000 });
    expect(await foundApproval(approvalKey)).toEqual(remaining(before, 0));
  },

  "refuses to refund what was never approved, or what was reversed": async (context) => {
    const { approved, cancel, newKey, reverse } = context;
    expect(await cancel({ approvalKey: newKey(), amount: 1_000 })).toMatchObject({ outcome: "refused" });
    const approvalKey = await approved();
    expect(await reverse(approvalKey)).toMatchObject({ outcome: "done" });
    expect(await cancel({ approvalKey, amount: 1_000 })).toMatchObject({ outcome: "refused" });
  },

  "refuses another merchant, and takes nothing from the approval": async (context) => {
    const { gateway, approved, cancel, newKey, otherTenant, deadline } = context;
    const approvalKey = await approved();
    const foreign = { tenant: otherTenant, key: newKey(), approvalKey, amount: 1_000, deadline: deadline() };
    expect(await gateway.cancel(foreign)).toMatchObject({ outcome: "refused" });
    expect(await cancel({ approvalKey, amount: 10_000 })).toMatchObject({ outcome: "done" });
  },
};

/** Core sends a cancellation again only where the gateway promises that. */
export const repeatedCancellationCases: Cases = {
  "called again, answers the outcome of the first call and refunds no more, also after a restart": async (context) => {
    const { approved, cancel, newKey, reopen } = context;
    const approvalKey = await approved();
    const call = { approvalKey, amount: 6_000, key: newKey() };
    const first = await cancel(call);
    expect(first).toMatchObject({ outcome: "done" });
    expect(await cancel(call)).toEqual(first);
    const later = await reopen();
    expect(await later.cancel(call)).toEqual(first);
    expect(await later.cancel({ approvalKey, amount: 4_001 })).toMatchObject({ outcome: "refused" });
    expect(await later.cancel({ approvalKey, amount: 4_000 })).toMatchObject({ outcome: "done" });
  },

  "refused once, stays refused under its key": async ({ approved, cancel, newKey, foundCancellation }) => {
    const approvalKey = await approved();
    const call = { approvalKey, amount: 10_001, key: newKey() };
    const first = await cancel(call);
    expect(first).toMatchObject({ outcome: "refused" });
    expect(await cancel(call)).toEqual(first);
    expect(["refused", "not-found"]).toContain((await foundCancellation(call.key)).outcome);
  },

  "called twice at once under one key, refunds once": async ({ approved, cancel, newKey, foundCancellation }) => {
    const approvalKey = await approved();
    const call = { approvalKey, amount: 6_000, key: newKey() };
    const answers = await Promise.all([cancel(call), cancel(call)]);
    const found = await foundCancellation(call.key);
    expect(found).toMatchObject({ outcome: "done", value: { amount: 6_000 } });
    for (const answer of answers) if (answer.outcome !== "unknown") expect(answer).toEqual(found);
    expect(await cancel({ approvalKey, amount: 4_001 })).toMatchObject({ outcome: "refused" });
    expect(await cancel({ approvalKey, amount: 4_000 })).toMatchObject({ outcome: "done" });
  },

  "called again with another amount, does not refund that too": async (context) => {
    const { approved, cancel, newKey, foundCancellation } = context;
    const approvalKey = await approved();
    const key = newKey();
    const first = await cancel({ approvalKey, amount: 4_000, key });
    const answer = await cancel({ approvalKey, amount: 5_000, key });
    expectFirstOrUnknown(answer, first);
    expect(await foundCancellation(key)).toEqual(first);
    expect(await cancel({ approvalKey, amount: 6_000 })).toMatchObject({ outcome: "done" });
  },
};
