import { expect } from "vitest";

import { acknowledgesAgain } from "../contract-cases.ts";
import { remaining, type Cases, type CaseContext } from "./case-context.ts";

export const reversalCases: Cases = {
  "undoes an approval: it looks up as refused, also after a restart": async (context) => {
    const { approved, reverse, foundApproval, reopen } = context;
    const approvalKey = await approved();
    expect(await reverse(approvalKey)).toEqual({ outcome: "done", value: { approvalKey } });
    expect(await foundApproval(approvalKey)).toMatchObject({ outcome: "refused" });
    const later = await reopen();
    expect(await later.foundApproval(approvalKey)).toMatchObject({ outcome: "refused" });
  },

  "undoes what was approved before a restart": async ({ approved, reopen }) => {
    const approvalKey = await approved();
    const later = await reopen();
    expect(await later.reverse(approvalKey)).toEqual({ outcome: "done", value: { approvalKey } });
    expect(await later.foundApproval(approvalKey)).toMatchObject({ outcome: "refused" });
  },

  "of what never arrived is done or not-found": async ({ newKey, reverse }) => {
    expect(["done", "not-found"]).toContain((await reverse(newKey())).outcome);
  },

  "is done as long after the approval as is promised": async ({
    approved,
    advance,
    promises,
    reverse,
    foundApproval,
  }) => {
    const approvalKey = await approved();
    await advance(promises.reversibleForMs - 60_000);
    expect(await reverse(approvalKey)).toMatchObject({ outcome: "done" });
    expect(await foundApproval(approvalKey)).toMatchObject({ outcome: "refused" });
  },

  "that comes too late says so, and the approval stands; or it is done": async (context) => {
    const { approved, advance, promises, reverse, foundApproval } = context;
    const approvalKey = await approved();
    await advance(promises.reversibleForMs + 60_000);
    const answer = await reverse(approvalKey);
    const { outcome } = await foundApproval(approvalKey);
    if (answer.outcome === "done") expect(outcome).toBe("refused");
    else expect([answer, outcome]).toMatchObject([{ outcome: "refused", code: "NOT_CANCELABLE_PAYMENT" }, "done"]);
  },

  "of an approval is acknowledged again": async (context) => reversedAgain(context, await context.approved()),

  "is refused when the approval was canceled in part, and leaves it as it was": (context) =>
    refusedAfterCanceling(context, 4_000),

  "is refused when the approval was canceled in full, and leaves it as it was": (context) =>
    refusedAfterCanceling(context, 10_000),

  "by another merchant leaves the approval standing": async (context) => {
    const { gateway, approved, newKey, foundApproval, otherTenant, deadline } = context;
    const approvalKey = await approved();
    const before = await foundApproval(approvalKey);
    await gateway.reverse({ tenant: otherTenant, key: newKey(), approvalKey, deadline: deadline() });
    expect(await foundApproval(approvalKey)).toEqual(before);
  },
};

/** Only of a gateway where nothing takes effect after its deadline. */
export const tombstoneCases: Cases = {
  "of an approval forbids that it is approved again, also after a restart": async (context) => {
    const { gateway, approval, newKey, reverse, reopen } = context;
    const request = approval(newKey());
    await gateway.approve(request);
    await reverse(request.key);
    const later = await reopen();
    expect(await later.gateway.approve(request)).toMatchObject({ outcome: "refused" });
    expect(await later.foundApproval(request.key)).toMatchObject({ outcome: "refused" });
  },

  "before the approval arrives, forbids it, also after a restart": async ({ approval, newKey, reverse, reopen }) => {
    const request = approval(newKey());
    expect(await reverse(request.key)).toEqual({ outcome: "done", value: { approvalKey: request.key } });
    const later = await reopen();
    expect(["refused", "not-found"]).toContain((await later.foundApproval(request.key)).outcome);
    expect(await later.gateway.approve(request)).toMatchObject({ outcome: "refused" });
    expect(["refused", "not-found"]).toContain((await later.foundApproval(request.key)).outcome);
  },

  "while the approval is on its way, leaves nothing standing": async (context) => {
    const { gateway, approval, newKey, reverse, foundApproval, cancel } = context;
    const request = approval(newKey());
    const [approved, reversed] = await Promise.all([gateway.approve(request), reverse(request.key)]);
    expect(reversed).toMatchObject({ outcome: "done" });
    expect(["done", "refused", "unknown"]).toContain(approved.outcome);
    expect(["refused", "not-found"]).toContain((await foundApproval(request.key)).outcome);
    expect(await gateway.approve(request)).toMatchObject({ outcome: "refused" });
    expect(await cancel({ approvalKey: request.key, amount: 1 })).toMatchObject({ outcome: "refused" });
  },

  "sent first, with the approval right behind it, leaves nothing standing": async (context) => {
    const { gateway, approval, newKey, reverse, foundApproval } = context;
    const request = approval(newKey());
    const [reversed] = await Promise.all([reverse(request.key), gateway.approve(request)]);
    expect(reversed).toMatchObject({ outcome: "done" });
    expect(["refused", "not-found"]).toContain((await foundApproval(request.key)).outcome);
  },

  "of what never arrived is acknowledged again": async (context) => reversedAgain(context, context.newKey()),
};

function reversedAgain(context: CaseContext, approvalKey: string): Promise<void> {
  const acknowledged = { outcome: "done", value: { approvalKey } };
  return acknowledgesAgain(context, acknowledged, ({ reverse }, key) => reverse(approvalKey, key));
}

async function refusedAfterCanceling(context: CaseContext, amount: number): Promise<void> {
  const { approved, cancel, reverse, foundApproval } = context;
  const approvalKey = await approved();
  const before = await foundApproval(approvalKey);
  await cancel({ approvalKey, amount });
  expect(await reverse(approvalKey)).toMatchObject({ outcome: "refused", code: "NOT_CANCELABLE_PAYMENT" });
  const rest = 10_000 - amount;
  expect(await foundApproval(approvalKey)).toEqual(remaining(before, rest));
  expect(await cancel({ approvalKey, amount: rest + 1 })).toMatchObject({ outcome: "refused" });
  if (rest > 0) expect(await cancel({ approvalKey, amount: rest })).toMatchObject({ outcome: "done" });
}
