import { approvalRefusals } from "@wonflow/core";
import { expect } from "vitest";

import { answersAgain, expectFirstOrUnknown } from "../contract-cases.ts";
import { expectNow } from "../heard.ts";
import { expectNames, type Cases } from "./case-context.ts";

export const approvalCases: Cases = {
  "approves what was asked, under the key it was asked with": async ({ gateway, approval, newKey }) => {
    const key = newKey();
    const answer = await gateway.approve(approval(key));
    expect(answer).toMatchObject({ outcome: "done", value: { key, amount: 10_000 } });
    expect(answer).toHaveProperty("value.remainingAmount", 10_000);
    expect(answer).toHaveProperty("value.approvalNumber", expect.stringMatching(/./));
  },

  "has its time by the gateway's clock, in milliseconds": async (context) => {
    const { gateway, approval, newKey, foundApproval } = context;
    const key = newKey();
    for (const answer of [await gateway.approve(approval(key)), await foundApproval(key)]) {
      expectNow(context, answer.outcome === "done" ? answer.value.approvedAt : undefined);
    }
  },

  "names each approval by a reference of its own, or all by their keys alone": async ({
    gateway,
    approval,
    newKey,
  }) => {
    const answers = [await gateway.approve(approval(newKey())), await gateway.approve(approval(newKey()))];
    expectNames(answers.map((answer) => (answer.outcome === "done" ? answer.value.reference : undefined)));
  },

  "refused by its card, is refused with a code of the port, and is found as refused or not at all": async (context) => {
    const { gateway, approval, newKey, tenant, deadline, refusedCard, foundApproval } = context;
    const call = { tenant, key: newKey(), card: refusedCard(), deadline: deadline() };
    const authenticated = await gateway.authenticate(call);
    const cardToken = authenticated.outcome === "done" ? authenticated.value.token : "";
    const key = newKey();
    const answer = await gateway.approve(approval(key, { cardToken }));
    expect(approvalRefusals).toContain(answer.outcome === "refused" ? answer.code : answer.outcome);
    expect(["refused", "not-found"]).toContain((await foundApproval(key)).outcome);
  },

  "refuses another merchant's card token": async ({ gateway, approval, newKey, otherTenant }) => {
    const answer = await gateway.approve(approval(newKey(), { tenant: otherTenant }));
    expect(answer).toMatchObject({ outcome: "refused" });
  },
};

/** Core never sends an approval twice under a key. */
export const repeatedApprovalCases: Cases = {
  "called again, answers the outcome of the first call, also after a restart": (context) => {
    const request = context.approval(context.newKey());
    return answersAgain(context, ({ gateway }) => gateway.approve(request));
  },

  "called twice at once, approves once": async ({ gateway, approval, newKey, foundApproval, cancel }) => {
    const request = approval(newKey());
    const answers = await Promise.all([gateway.approve(request), gateway.approve(request)]);
    const found = await foundApproval(request.key);
    expect(found).toMatchObject({ outcome: "done", value: { amount: 10_000 } });
    expect(answers).toContainEqual(found);
    for (const answer of answers) if (answer.outcome !== "unknown") expect(answer).toEqual(found);
    expect(await cancel({ approvalKey: request.key, amount: 10_000 })).toMatchObject({ outcome: "done" });
    expect(await cancel({ approvalKey: request.key, amount: 1 })).toMatchObject({ outcome: "refused" });
  },

  "called again with another amount, does not approve that too": async (context) => {
    const { gateway, approval, approved, foundApproval, cancel } = context;
    const key = await approved();
    const first = await foundApproval(key);
    const answer = await gateway.approve(approval(key, { amount: 20_000 }));
    expectFirstOrUnknown(answer, first);
    expect(await foundApproval(key)).toEqual(first);
    expect(await cancel({ approvalKey: key, amount: 10_001 })).toMatchObject({ outcome: "refused" });
  },
};

export const lookUpCases: Cases = {
  "finds an approval as it was answered, also after a restart": async (context) => {
    const { gateway, approval, newKey, foundApproval, reopen } = context;
    const request = approval(newKey());
    const answer = await gateway.approve(request);
    expect(await foundApproval(request.key)).toEqual(answer);
    const later = await reopen();
    expect(await later.foundApproval(request.key)).toEqual(answer);
  },

  "says not-found of a key that never arrived": async ({ newKey, foundApproval, foundCancellation }) => {
    expect(await foundApproval(newKey())).toEqual({ outcome: "not-found" });
    expect(await foundCancellation(newKey())).toEqual({ outcome: "not-found" });
  },

  "says not-found of another merchant's key": async ({ gateway, approved, cancel, newKey, otherTenant, deadline }) => {
    const approvalKey = await approved();
    const key = newKey();
    await cancel({ approvalKey, amount: 1_000, key });
    const other = { tenant: otherTenant, deadline: deadline() };
    expect(await gateway.lookUpApproval({ key: approvalKey, ...other })).toEqual({ outcome: "not-found" });
    expect(await gateway.lookUpCancellation({ key, ...other })).toEqual({ outcome: "not-found" });
  },

  "leaves what never arrived free to arrive": async ({ gateway, approval, newKey, foundApproval }) => {
    const key = newKey();
    await foundApproval(key);
    expect(await gateway.approve(approval(key))).toMatchObject({ outcome: "done" });
  },
};
