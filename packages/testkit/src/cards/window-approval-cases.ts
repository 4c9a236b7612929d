import { approvalRefusals } from "@wonflow/core";
import { expect } from "vitest";
import { expectUnknown, heard } from "../heard.ts";
import { remaining, type CaseContext, type Cases } from "./case-context.ts";
import type { Authenticated, Opened } from "./window-buyer.ts";
import { expectShown } from "./window-return-cases.ts";

const aMinute = 60_000;

export const windowApprovalCases: Cases = {
  "charges once what was authenticated, and returns how it was paid: a receipt would show another method": async (
    context,
  ) => {
    const { gateway, inWindow } = context;
    const { authenticated, approval, held, method } = inWindow();
    const one = await authenticated({ amount: 12_345, taxFreeAmount: 57 });
    const request = approval(one);
    const answer = await gateway.approve(request);
    const { key, amount } = request;
    expect(answer).toMatchObject({ outcome: "done", value: { key, amount, remainingAmount: amount } });
    expect(await held(one)).toBe(12_345);
    const { paidWith } = answer.outcome === "done" ? answer.value : {};
    expectShown(paidWith);
    const kind = method === "CARD" || method === "TRANSFER" ? method : "EASY_PAY";
    expect(paidWith?.method).toBe(kind);
    if (paidWith?.method === "EASY_PAY") expect([method, null]).toContain(paidWith.easyPay.provider);
  },

  "is found as it was answered, by its authentication alone, also after a restart: it would be mistaken for lost":
    async (context) => {
      const { gateway, inWindow, reopen } = context;
      const { authenticated, approval } = inWindow();
      const request = approval(await authenticated());
      const answer = await gateway.approve(request);
      expect(answer.outcome).toBe("done");
      expect(await foundWithoutReference(context, request)).toEqual(answer);
      expect(await foundWithoutReference(await reopen(), request)).toEqual(answer);
    },

  "has the months that were chosen in the window: the buyer would pay in others": async (context) => {
    const { gateway, inWindow, book } = context;
    const { authenticated, approval, method, skip } = { ...inWindow(), skip: context.skip };
    if (method !== "CARD") skip("the buyer of the fixture pays with no card");
    const request = approval(await authenticated({ amount: 60_000 }, { installmentPlanMonths: 3 }));
    const answer = await gateway.approve(request);
    expect(answer).toMatchObject({ outcome: "done", value: { paidWith: { card: { installmentPlanMonths: 3 } } } });
    expect(await book(request.key)).toMatchObject({ amount: 60_000, installmentPlanMonths: 3 });
  },

  "a second time for one authentication, under another key, charges nothing more: the buyer would pay twice": async (
    context,
  ) => {
    const { gateway, inWindow } = context;
    const { authenticated, approval, held } = inWindow();
    const one = await authenticated();
    const first = await gateway.approve(approval(one));
    expect(first).toMatchObject({ outcome: "done" });
    const second = await heard(() => gateway.approve(approval(one)));
    // A provider that knows the order alone can't distinguish it from the first one sent again.
    if (second.outcome === "done" && first.outcome === "done" && "value" in second) {
      expect(second.value.reference).toMatch(/./);
      expect(second.value.reference).toBe(first.value.reference);
    }
    expect(await held(one)).toBe(10_000);
  },

  "of another amount than was authenticated is not done, and charges nothing: the buyer agreed to another": async (
    context,
  ) => {
    for (const amount of [9_999, 20_000]) {
      const one = await context.inWindow().authenticated();
      await expectNotApproved(context, one, { amount });
    }
  },

  "with an invented reference is not done, and charges nothing: a stranger would pay with it": async (context) => {
    const one = await context.inWindow().authenticated();
    const authentication = { ...one.authentication, reference: "invented-by-a-stranger" };
    await expectNotApproved(context, one, { authentication });
  },

  "with the reference of another order is not done as this one: one payment would be booked for two": async (
    context,
  ) => {
    const { authenticated, held } = context.inWindow();
    const [one, other] = [await authenticated(), await authenticated({ amount: 20_000 })];
    const authentication = { ...one.authentication, reference: other.authentication.reference };
    await expectNotApproved(context, one, { authentication });
    expect(await held(other)).toBe(0);
  },

  "by another merchant is not done, and charges nothing: one merchant would get the money of the other": async (
    context,
  ) => {
    const one = await context.inWindow().authenticated();
    await expectNotApproved(context, one, { tenant: context.otherTenant });
  },

  "of a buyer who has not acted, or left, charges nothing: who did not agree would pay": async (context) => {
    const { opened, cancel } = context.inWindow();
    const [waiting, left] = [await opened(), await opened()];
    await cancel(left);
    for (const each of [waiting, left]) await expectNotApproved(context, unauthenticated(each));
  },

  "of a buyer who failed charges nothing: who did not agree would pay": async (context) => {
    const { opened, fail } = context.inWindow();
    const failed = await opened();
    await fail(failed, "provider");
    await expectNotApproved(context, unauthenticated(failed));
  },

  "refused, is refused with a code of the port, and is found as refused or not at all": async (context) => {
    const { gateway, inWindow } = context;
    const { authenticated, approval, held } = inWindow();
    const one = await authenticated({}, { isRefusedLater: true });
    const request = approval(one);
    const answer = await gateway.approve(request);
    expect(approvalRefusals).toContain(answer.outcome === "refused" ? answer.code : answer.outcome);
    expect(["refused", "not-found"]).toContain((await foundWithoutReference(context, request)).outcome);
    expect(await held(one)).toBe(0);
  },

  "is done as long after the authentication as is promised: the buyer would confirm and not pay": async (context) => {
    const { gateway, inWindow, bound, advance } = context;
    const { authenticated, approval } = inWindow();
    const one = await authenticated();
    await advance(Math.max(0, (bound.window?.approvableForMs ?? 0) - aMinute));
    expect(await gateway.approve(approval(one))).toMatchObject({ outcome: "done" });
  },

  "whose deadline has passed is not sent: it would charge when no process waits for it": async (context) => {
    const { gateway, inWindow, now } = context;
    const { authenticated, approval, held } = inWindow();
    const one = await authenticated();
    const answer = await heard(() => gateway.approve(approval(one, { deadline: now() - 1 })));
    expect(["unknown", "refused"]).toContain(answer.outcome);
    expect(await held(one)).toBe(0);
  },
};

export const lostWindowApprovalCases: Cases = {
  "whose answer is lost is unknown, and is found by its authentication alone, also after a restart": async (
    context,
  ) => {
    const { gateway, inWindow, breakNext, reopen } = context;
    const { authenticated, approval, held } = inWindow();
    const one = await authenticated();
    const request = approval(one);
    await breakNext("approve", "answer-lost");
    await expectUnknown(() => gateway.approve(request));
    const found = await foundWithoutReference(context, request);
    const { key, amount } = request;
    expect(found).toMatchObject({ outcome: "done", value: { key, amount, remainingAmount: amount } });
    expect(found).toHaveProperty("value.paidWith");
    expect(await foundWithoutReference(await reopen(), request)).toEqual(found);
    expect(await held(one)).toBe(10_000);
  },

  "whose request is lost is unknown, and is not found once it has settled: an authentication is no payment": async (
    context,
  ) => {
    const { gateway, inWindow, breakNext, settle } = context;
    const { authenticated, approval, held } = inWindow();
    const one = await authenticated();
    const request = approval(one);
    await breakNext("approve", "request-lost");
    await expectUnknown(() => gateway.approve(request));
    await settle();
    expect(await foundWithoutReference(context, request)).toEqual({ outcome: "not-found" });
    expect(await held(one)).toBe(0);
  },

  "is not found before it was sent: an authentication would be booked as a payment": async (context) => {
    const { authenticated, approval } = context.inWindow();
    const request = approval(await authenticated());
    expect(await foundWithoutReference(context, request)).toEqual({ outcome: "not-found" });
  },
};

/** Core does this only where the gateway promises it. */
export const repeatedWindowApprovalCases: Cases = {
  "after a lost answer charges nothing more, and answers the first: the buyer would pay twice": async (context) => {
    const { gateway, inWindow, breakNext } = context;
    const { authenticated, approval, held } = inWindow();
    const one = await authenticated();
    const request = approval(one);
    await breakNext("approve", "answer-lost");
    await heard(() => gateway.approve(request));
    const again = await gateway.approve(request);
    expect(again).toMatchObject({ outcome: "done", value: { key: request.key, amount: 10_000 } });
    expect(await gateway.approve(request)).toEqual(again);
    expect(await held(one)).toBe(10_000);
  },

  "after a lost request charges once: the buyer would not pay": async (context) => {
    const { gateway, inWindow, breakNext } = context;
    const { authenticated, approval, held } = inWindow();
    const one = await authenticated();
    const request = approval(one);
    await breakNext("approve", "request-lost");
    await heard(() => gateway.approve(request));
    expect(await gateway.approve(request)).toMatchObject({ outcome: "done", value: { key: request.key } });
    expect(await held(one)).toBe(10_000);
  },
};

export const windowRefundCases: Cases = {
  "refunds parts up to the total, each found by its key: the buyer would get another amount": async (context) => {
    const { gateway, inWindow, cancel, newKey, foundCancellation, foundApproval } = context;
    const { authenticated, approval, held } = inWindow();
    const one = await authenticated();
    const request = approval(one);
    const approved = await gateway.approve(request);
    const key = newKey();
    const first = await cancel({ approvalKey: request.key, amount: 4_000, key });
    expect(first).toMatchObject({ outcome: "done", value: { key, amount: 4_000 } });
    expect(await foundCancellation(key)).toEqual(first);
    expect(await foundApproval(request.key)).toEqual(remaining(approved, 6_000));
    expect(await cancel({ approvalKey: request.key, amount: 6_001 })).toMatchObject({ outcome: "refused" });
    expect(await held(one)).toBe(6_000);
  },

  "refunds an approval whose answer was lost, by its authentication: the buyer could not get it back": async (
    context,
  ) => {
    const { cancel, inWindow } = context;
    const { one, approvalKey } = await lostApproval(context);
    expect(await cancel({ approvalKey, amount: 4_000 })).toMatchObject({ outcome: "done", value: { amount: 4_000 } });
    expect(await inWindow().held(one)).toBe(6_000);
  },

  "refunds only the payment that it names, of two of the same amount": async (context) => {
    const { gateway, cancel, inWindow } = context;
    const { authenticated, approval, held } = inWindow();
    const [one, other] = [await authenticated(), await authenticated()];
    const request = approval(one);
    await gateway.approve(request);
    await gateway.approve(approval(other));
    expect(await cancel({ approvalKey: request.key, amount: 4_000 })).toMatchObject({ outcome: "done" });
    expect([await held(one), await held(other)]).toEqual([6_000, 10_000]);
  },

  "after a manual refund refunds what was asked, or nothing, and sees it: more would be booked than was refunded":
    async (context) => {
      const { gateway, cancel, refundByHand, inWindow, foundApproval } = context;
      const { authenticated, approval, held } = inWindow();
      const one = await authenticated();
      const { key: approvalKey, ...request } = approval(one);
      await gateway.approve({ key: approvalKey, ...request });
      await refundByHand(approvalKey, 3_000);
      expect(await foundApproval(approvalKey)).toHaveProperty("value.remainingAmount", 7_000);
      expect(await cancel({ approvalKey, amount: 10_000 })).toMatchObject({ outcome: "refused" });
      const { outcome } = await cancel({ approvalKey, amount: 4_000 });
      expect(["done", "refused"]).toContain(outcome);
      expect(await held(one)).toBe(outcome === "done" ? 3_000 : 7_000);
    },

  "undoes an approval, also one whose answer was lost, by its authentication: the buyer would have paid": async (
    context,
  ) => {
    const { reverse, foundApproval, inWindow } = context;
    const { one, approvalKey } = await lostApproval(context);
    expect(await reverse(approvalKey)).toEqual({ outcome: "done", value: { approvalKey } });
    expect(await inWindow().held(one)).toBe(0);
    expect(await foundApproval(approvalKey)).toMatchObject({ outcome: "refused" });
  },

  "undoes nothing that was not sent, and leaves other payments: another buyer would get the goods for nothing": async (
    context,
  ) => {
    const { gateway, reverse, breakNext, inWindow } = context;
    const { authenticated, approval, held } = inWindow();
    const [one, other] = [await authenticated(), await authenticated()];
    await gateway.approve(approval(other));
    const request = approval(one);
    await breakNext("approve", "request-lost");
    await heard(() => gateway.approve(request));
    expect(["done", "not-found"]).toContain((await reverse(request.key)).outcome);
    expect([await held(one), await held(other)]).toEqual([0, 10_000]);
  },
};

interface Approving {
  readonly one: Authenticated;
  readonly approvalKey: string;
}

/** An approval that took effect, and whose answer was lost: its reference is not known. */
async function lostApproval({ gateway, inWindow, breakNext }: CaseContext): Promise<Approving> {
  const { authenticated, approval } = inWindow();
  const one = await authenticated();
  const request = approval(one);
  await breakNext("approve", "answer-lost");
  await heard(() => gateway.approve(request));
  return { one, approvalKey: request.key };
}

/** Looks up an approval as core does whose answer was lost. */
export function foundWithoutReference(
  { gateway, tenant, deadline }: CaseContext,
  { key, authentication }: Pick<Parameters<CaseContext["gateway"]["lookUpApproval"]>[0], "key" | "authentication">,
) {
  return gateway.lookUpApproval({
    key,
    tenant,
    deadline: deadline(),
    reference: null,
    ...(authentication !== undefined && { authentication }),
  });
}

/** What a stranger would have approved of an opening without an authentication. */
function unauthenticated(opened: Opened): Asked {
  const { key, askedAt } = opened.request;
  return { ...opened, authentication: { key, askedAt, reference: "invented-by-a-stranger" } };
}

type Asked = Pick<Authenticated, "request" | "authentication"> & Opened;

async function expectNotApproved(
  { gateway, inWindow }: CaseContext,
  one: Asked,
  change: Parameters<ReturnType<CaseContext["inWindow"]>["approval"]>[1] = {},
): Promise<void> {
  const { approval, held } = inWindow();
  const answer = await heard(() => gateway.approve(approval(one, change)));
  expect(["refused", "unknown"]).toContain(answer.outcome);
  expect(await held(one)).toBe(0);
}
