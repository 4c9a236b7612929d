import { approvalRefusals, authenticationRefusals, cancellationRefusals } from "@wonflow/core";
import { expect } from "vitest";
import { heard } from "../heard.ts";
import { remaining, type CaseContext, type Cases } from "./case-context.ts";

const longestKey = 64;

/** Two keys of 64 characters that differ in the last one. */
function longKeys({ newKey }: CaseContext): readonly [string, string] {
  const start = `${newKey()}-`.padEnd(longestKey - 1, "k").slice(0, longestKey - 1);
  return [`${start}a`, `${start}b`];
}

const koreanName = "보성 우전 녹차와 하동 세작을 담은 선물 상자 ".repeat(4).slice(0, 100);
const longReason = "고객님이 주문을 잘못하셔서 취소를 요청하셨어요. ".repeat(8).slice(0, 200);

export const exactApprovalCases: Cases = {
  "of odd amounts is in the provider's records to the won: the buyer would pay what was not booked": async (
    context,
  ) => {
    const { gateway, approval, newKey, book, foundApproval } = context;
    for (const amount of [101, 1_009, 12_345, 33_333]) {
      const request = approval(newKey(), { amount, taxFreeAmount: 57 });
      const value = { key: request.key, amount, remainingAmount: amount };
      expect(await gateway.approve(request)).toMatchObject({ outcome: "done", value });
      const { taxFreeAmount = 57, ...booked } = await book(request.key);
      expect({ ...booked, taxFreeAmount }).toMatchObject({ amount, held: amount, taxFreeAmount: 57 });
      expect(await foundApproval(request.key)).toMatchObject({ outcome: "done", value });
    }
  },

  "under keys of 64 characters that differ in the last are two: one payment would be mistaken for the other": async (
    context,
  ) => {
    const { gateway, approval, foundApproval, book } = context;
    const [one, other] = longKeys(context);
    expect(await gateway.approve(approval(one, { amount: 1_000 }))).toMatchObject({ outcome: "done" });
    expect(await foundApproval(other)).toEqual({ outcome: "not-found" });
    expect(await gateway.approve(approval(other, { amount: 2_000 }))).toMatchObject({ outcome: "done" });
    for (const [key, amount] of [[one, 1_000] as const, [other, 2_000] as const]) {
      expect(await foundApproval(key)).toMatchObject({ outcome: "done", value: { key, amount } });
      expect(await book(key)).toMatchObject({ amount });
    }
  },

  "under keys that differ in a capital letter are two: one payment would be mistaken for the other": async (
    context,
  ) => {
    const { gateway, approval, newKey, foundApproval } = context;
    const start = newKey();
    expect(await gateway.approve(approval(`${start}-a`))).toMatchObject({ outcome: "done" });
    expect(await foundApproval(`${start}-A`)).toEqual({ outcome: "not-found" });
    expect(await gateway.approve(approval(`${start}-A`))).toMatchObject({ outcome: "done" });
  },

  "under a key with every kind of character is found, also with a dot: an old payment would be lost": async (
    context,
  ) => {
    const { gateway, approval, newKey, breakNext, foundApproval } = context;
    const key = `${newKey()}.Aa9_-.1`;
    await breakNext("approve", "answer-lost");
    await heard(() => gateway.approve(approval(key)));
    expect(await foundApproval(key)).toMatchObject({ outcome: "done", value: { key } });
  },

  "of an order with a Korean name of 100 characters is done: the buyer could never pay": async (context) => {
    const { gateway, approval, newKey } = context;
    for (const orderName of [koreanName, `${"차".repeat(49)}🍵${"차".repeat(49)}`, `"녹차" & <세작>; 100% 1/2=?`]) {
      const request = approval(newKey(), { orderName });
      expect([orderName, await gateway.approve(request)]).toMatchObject([orderName, { outcome: "done" }]);
    }
  },
};

export const exactLookUpCases: Cases = {
  "of a reversed approval is refused with a code of the port: core would not know it": async (context) => {
    const { approved, reverse, foundApproval } = context;
    const key = await approved();
    await reverse(key);
    const found = await foundApproval(key);
    expect(approvalRefusals).toContain(found.outcome === "refused" ? found.code : found.outcome);
  },

  "of an approval sees a manual refund that was made after an earlier look-up: too much would be refunded": async (
    context,
  ) => {
    const { approved, refundByHand, foundApproval } = context;
    const key = await approved();
    const before = await foundApproval(key);
    expect(before).toMatchObject({ outcome: "done" });
    await refundByHand(key, 3_000);
    expect(await foundApproval(key)).toEqual(remaining(before, 7_000));
  },
};

export const exactCancellationCases: Cases = {
  "of odd amounts is in the provider's records to the won: the buyer would get what was not booked": async (
    context,
  ) => {
    const { gateway, approval, newKey, cancel, book } = context;
    const request = approval(newKey(), { amount: 12_347 });
    await gateway.approve(request);
    for (const amount of [1_111, 333, 1_009]) {
      const answer = await cancel({ approvalKey: request.key, amount });
      expect(answer).toMatchObject({ outcome: "done", value: { amount } });
    }
    const { held, cancellations } = await book(request.key);
    expect([held, cancellations.map(({ amount }) => amount)]).toEqual([9_894, [1_111, 333, 1_009]]);
  },

  "after a manual refund refunds what was asked, or nothing: core does not know of that refund": async (context) => {
    const { approved, refundByHand, cancel, book } = context;
    const approvalKey = await approved();
    await refundByHand(approvalKey, 3_000);
    const { outcome } = await cancel({ approvalKey, amount: 4_000 });
    expect(["done", "refused"]).toContain(outcome);
    expect(await book(approvalKey)).toMatchObject({ held: outcome === "done" ? 3_000 : 7_000 });
  },

  "of the whole amount after a manual refund is refused, and takes nothing: more would be booked than was refunded":
    async (context) => {
      const { approved, refundByHand, cancel, book } = context;
      const approvalKey = await approved();
      await refundByHand(approvalKey, 3_000);
      expect(await cancel({ approvalKey, amount: 10_000 })).toMatchObject({ outcome: "refused" });
      expect(await book(approvalKey)).toMatchObject({ held: 7_000 });
    },

  "under keys of 64 characters that differ in the last are two: one refund would be mistaken for the other": async (
    context,
  ) => {
    const { approved, cancel, foundCancellation, advance } = context;
    const approvalKey = await approved();
    const [one, other] = longKeys(context);
    const first = await cancel({ approvalKey, amount: 3_000, key: one });
    expect(first).toMatchObject({ outcome: "done", value: { key: one } });
    await advance(60_000);
    const { breakNext } = context;
    await breakNext("cancel", "request-lost");
    await heard(() => cancel({ approvalKey, amount: 3_000, key: other }));
    expect((await heard(() => foundCancellation(other))).outcome).not.toBe("done");
    expect(await foundCancellation(one)).toEqual(first);
  },

  "with a reason of 200 characters whose answer is lost is found: it would be refunded again": async (context) => {
    const { approved, cancel, newKey, breakNext, foundCancellation } = context;
    for (const reason of [longReason, "🍵".repeat(100), "r".repeat(200)]) {
      const [approvalKey, key] = [await approved(), newKey()];
      await breakNext("cancel", "answer-lost");
      await heard(() => cancel({ approvalKey, amount: 4_000, key, reason }));
      expect(await foundCancellation(key)).toMatchObject({ outcome: "done", value: { key, amount: 4_000 } });
    }
  },

  "is refused with a code of the port: core would call it the fault of the provider": async (context) => {
    const { approved, cancel, newKey, reverse } = context;
    const [approvalKey, undone] = [await approved(), await approved()];
    await reverse(undone);
    const answers = [
      await cancel({ approvalKey, amount: 10_001 }),
      await cancel({ approvalKey: newKey(), amount: 1_000 }),
      await cancel({ approvalKey: undone, amount: 1_000 }),
    ];
    for (const answer of answers)
      expect(cancellationRefusals).toContain(answer.outcome === "refused" ? answer.code : answer.outcome);
  },
};

export const exactReversalCases: Cases = {
  "after a manual refund is refused, and leaves the rest: the buyer would get more than was paid": async (context) => {
    const { approved, refundByHand, reverse, book, foundApproval } = context;
    const approvalKey = await approved();
    await refundByHand(approvalKey, 3_000);
    const answer = await reverse(approvalKey);
    expect(answer).toMatchObject({ outcome: "refused", code: "NOT_CANCELABLE_PAYMENT" });
    expect(await book(approvalKey)).toMatchObject({ held: 7_000 });
    expect(await foundApproval(approvalKey)).toHaveProperty("value.remainingAmount", 7_000);
  },
};

export const exactAuthenticationCases: Cases = {
  "of a number with a wrong digit is refused with a code of the port: the buyer would not know why": async (
    context,
  ) => {
    const { gateway, card, tenant, newKey, deadline, skip } = context;
    const last = Number(card.number.at(-1));
    const number = `${card.number.slice(0, -1)}${(last + 1) % 10}`;
    const request = { tenant, key: newKey(), card: { ...card, number }, deadline: deadline() };
    const answer = await gateway.authenticate(request);
    if (answer.outcome === "done") return skip("the provider takes any number");
    expect(authenticationRefusals).toContain(answer.outcome === "refused" ? answer.code : answer.outcome);
  },
};
