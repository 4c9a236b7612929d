import { expect } from "vitest";
import { acknowledgesAgain } from "../repeated-calls.ts";
import { remaining, type Cases, type CaseContext } from "./case-context.ts";

export const reversalCases: Cases = {
  "undoes an approval: it looks up as refused and is not approved again, also after a restart": async (context) => {
    const { network, approval, newKey, reverse, reopen } = context;
    const request = approval(newKey());
    await network.approve(request);
    expect(await reverse(request.key)).toEqual({ outcome: "done", value: { approvalKey: request.key } });
    const later = await reopen();
    expect(await later.foundApproval(request.key)).toMatchObject({ outcome: "refused" });
    expect(await later.network.approve(request)).toMatchObject({ outcome: "refused" });
    expect(await later.foundApproval(request.key)).toMatchObject({ outcome: "refused" });
  },

  "before the approval arrives, forbids it, also after a restart": async ({ approval, newKey, reverse, reopen }) => {
    const request = approval(newKey());
    expect(await reverse(request.key)).toEqual({ outcome: "done", value: { approvalKey: request.key } });
    const later = await reopen();
    expect(["refused", "not-found"]).toContain((await later.foundApproval(request.key)).outcome);
    expect(await later.network.approve(request)).toMatchObject({ outcome: "refused" });
    expect(["refused", "not-found"]).toContain((await later.foundApproval(request.key)).outcome);
  },

  "while the approval is on its way, leaves nothing standing": async (context) => {
    const { network, approval, newKey, reverse, foundApproval, cancel } = context;
    const request = approval(newKey());
    const [approved, reversed] = await Promise.all([network.approve(request), reverse(request.key)]);
    expect(reversed).toMatchObject({ outcome: "done" });
    expect(["done", "refused", "unknown"]).toContain(approved.outcome);
    expect(["refused", "not-found"]).toContain((await foundApproval(request.key)).outcome);
    expect(await network.approve(request)).toMatchObject({ outcome: "refused" });
    expect(await cancel({ approvalKey: request.key, amount: 1 })).toMatchObject({ outcome: "refused" });
  },

  "sent first, with the approval right behind it, leaves nothing standing": async (context) => {
    const { network, approval, newKey, reverse, foundApproval } = context;
    const request = approval(newKey());
    const [reversed] = await Promise.all([reverse(request.key), network.approve(request)]);
    expect(reversed).toMatchObject({ outcome: "done" });
    expect(["refused", "not-found"]).toContain((await foundApproval(request.key)).outcome);
  },

  "of an approval is acknowledged again": async (context) => reversedAgain(context, await context.approved()),

  "of what never arrived is acknowledged again": async (context) => reversedAgain(context, context.newKey()),

  "is refused when the approval was canceled in part, and leaves it as it was": (context) =>
    refusedAfterCanceling(context, 4_000),

  "is refused when the approval was canceled in full, and leaves it as it was": (context) =>
    refusedAfterCanceling(context, 10_000),

  "by another merchant leaves the approval standing": async (context) => {
    const { network, approved, newKey, foundApproval, otherTenant, deadline } = context;
    const approvalKey = await approved();
    const before = await foundApproval(approvalKey);
    await network.reverse({ tenant: otherTenant, key: newKey(), approvalKey, deadline: deadline() });
    expect(await foundApproval(approvalKey)).toEqual(before);
  },
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
  expect(await reverse(approvalKey)).toMatchObject({ outcome: "refused" });
  const rest = 10_000 - amount;
  expect(await foundApproval(approvalKey)).toEqual(remaining(before, rest));
  expect(await cancel({ approvalKey, amount: rest + 1 })).toMatchObject({ outcome: "refused" });
  if (rest > 0) expect(await cancel({ approvalKey, amount: rest })).toMatchObject({ outcome: "done" });
}
