import { expect } from "vitest";

import { acknowledgesAgain, answersAgain, expectFirstOrUnknown } from "../contract-cases.ts";
import { expectCard, type Cases, type CaseContext } from "./case-context.ts";

export const issuingCases: Cases = {
  "answers a token under the key it was asked with, and approves with it again and again": async (context) => {
    const { gateway, approval, token, newKey, card } = context;
    const key = newKey();
    const answer = await gateway.issueToken(token(key));
    expectCard(answer.outcome === "done" ? answer.value : undefined, { key, number: card.number });
    const cardToken = answer.outcome === "done" ? answer.value.token : "";
    for (const _time of [1, 2]) {
      expect(await gateway.approve(approval(newKey(), { cardToken }))).toMatchObject({ outcome: "done" });
    }
  },

  "issues another token for the same card under another key, which is released by itself": async (context) => {
    const { issued, release, isGood } = context;
    const [one, other] = [await issued(), await issued()];
    expect(one.token).not.toBe(other.token);
    expect(await release(one.key)).toMatchObject({ outcome: "done" });
    expect([await isGood(one.token), await isGood(other.token)]).toEqual([false, true]);
  },

  "issues another token for another merchant with the same key": async ({ gateway, token, issued, otherTenant }) => {
    const { key, token: mine } = await issued();
    const theirs = await gateway.issueToken({ ...token(key), tenant: otherTenant });
    expect(theirs).toMatchObject({ outcome: "done", value: { key } });
    expect(theirs).not.toHaveProperty("value.token", mine);
  },

  "refuses another merchant's token": async ({ gateway, approval, issued, newKey, otherTenant }) => {
    const { token: cardToken } = await issued();
    const foreign = approval(newKey(), { tenant: otherTenant, cardToken });
    expect(await gateway.approve(foreign)).toMatchObject({ outcome: "refused" });
  },
};

/** Core never asks twice under a key to store a card. */
export const repeatedIssuingCases: Cases = {
  "called again, answers the outcome of the first call, also after a restart": (context) => {
    const request = context.token(context.newKey());
    return answersAgain(context, ({ gateway }) => gateway.issueToken(request));
  },

  "called twice at once, issues one token": async ({ gateway, token, newKey }) => {
    const request = token(newKey());
    const answers = await Promise.all([gateway.issueToken(request), gateway.issueToken(request)]);
    const settled = await gateway.issueToken(request);
    expect(settled).toMatchObject({ outcome: "done" });
    for (const answer of answers) if (answer.outcome !== "unknown") expect(answer).toEqual(settled);
  },

  "called again with another owner, does not issue that too": async ({ gateway, token, newKey }) => {
    const request = token(newKey());
    const first = await gateway.issueToken(request);
    const answer = await gateway.issueToken({ ...request, card: { ...request.card, ownerName: "다른 사람" } });
    expectFirstOrUnknown(answer, first);
    expect(await gateway.issueToken(request)).toEqual(first);
  },

  "issues none under the key of an approval, and approves nothing under the key of a token": async (context) => {
    const { gateway, approval, approved, foundApproval, token, issued } = context;
    const approvalKey = await approved();
    const before = await foundApproval(approvalKey);
    expect(await gateway.issueToken(token(approvalKey))).toMatchObject({ outcome: "unknown" });
    expect(await foundApproval(approvalKey)).toEqual(before);
    const { key } = await issued();
    expect(await gateway.approve(approval(key))).toMatchObject({ outcome: "unknown" });
    expect((await foundApproval(key)).outcome).not.toBe("done");
  },
};

export const releaseCases: Cases = {
  "takes a token back: nothing is approved with it, also after a restart": async (context) => {
    const { issued, release, isGood, reopen } = context;
    const { key, token } = await issued();
    expect(await release(key)).toEqual({ outcome: "done", value: { tokenKey: key } });
    expect(await isGood(token)).toBe(false);
    const later = await reopen();
    expect(await later.isGood(token)).toBe(false);
  },

  "takes a token back that was issued before a restart": async ({ issued, reopen }) => {
    const { key, token } = await issued();
    const later = await reopen();
    expect(await later.release(key)).toEqual({ outcome: "done", value: { tokenKey: key } });
    expect(await later.isGood(token)).toBe(false);
  },

  "of a token that was released is done or not-found, under its key and another": async (context) => {
    const { issued, release, newKey } = context;
    const { key } = await issued();
    const first = newKey();
    await release(key, first);
    for (const again of [first, newKey()]) expect(["done", "not-found"]).toContain((await release(key, again)).outcome);
  },

  "of what never arrived is done or not-found, or says that it can't know": async ({ newKey, release }) => {
    expect(["done", "not-found", "refused"]).toContain((await release(newKey())).outcome);
  },

  "leaves what was approved before, which can still be canceled": async (context) => {
    const { gateway, approval, issued, newKey, release, foundApproval, cancel } = context;
    const { key, token: cardToken } = await issued();
    const request = approval(newKey(), { cardToken });
    const approved = await gateway.approve(request);
    await release(key);
    expect(await foundApproval(request.key)).toEqual(approved);
    expect(await cancel({ approvalKey: request.key, amount: 4_000 })).toMatchObject({ outcome: "done" });
    expect(await cancel({ approvalKey: request.key, amount: 6_000 })).toMatchObject({ outcome: "done" });
  },

  "by another merchant leaves the token good": async ({ gateway, issued, newKey, isGood, otherTenant, deadline }) => {
    const { key: tokenKey, token } = await issued();
    await gateway.releaseToken({ tenant: otherTenant, key: newKey(), tokenKey, deadline: deadline() });
    expect(await isGood(token)).toBe(true);
  },
};

/** Only of a gateway that leaves a card that was checked at the provider. */
export const checkedCardCases: Cases = {
  "takes a checked card back: nothing is approved with it, also after a restart": async (context) => {
    const { gateway, tenant, newKey, card, deadline, reopen } = context;
    const key = newKey();
    const answer = await gateway.authenticate({ tenant, key, card, deadline: deadline() });
    const later = await reopen();
    expect(await later.release(key)).toEqual({ outcome: "done", value: { tokenKey: key } });
    expect(await later.isGood(answer.outcome === "done" ? answer.value.token : "")).toBe(false);
    expect(["done", "not-found"]).toContain((await later.release(key)).outcome);
  },
};

/** Only of a gateway where nothing takes effect after its deadline. */
export const releaseTombstoneCases: Cases = {
  "of a token forbids that it is issued again, also after a restart": async (context) => {
    const { gateway, token, issued, release, reopen } = context;
    const { key } = await issued();
    await release(key);
    expect(await gateway.issueToken(token(key))).toMatchObject({ outcome: "refused" });
    const later = await reopen();
    expect(await later.gateway.issueToken(token(key))).toMatchObject({ outcome: "refused" });
  },

  "before the issuing arrives, forbids it, also after a restart": async (context) => {
    const { gateway, token, newKey, release, reopen } = context;
    const request = token(newKey());
    expect(await release(request.key)).toEqual({ outcome: "done", value: { tokenKey: request.key } });
    expect(await gateway.issueToken(request)).toMatchObject({ outcome: "refused" });
    const later = await reopen();
    expect(await later.gateway.issueToken(request)).toMatchObject({ outcome: "refused" });
  },

  "while the issuing is on its way, leaves no good token": async (context) => {
    const { gateway, token, newKey, release } = context;
    const request = token(newKey());
    const [answer, released] = await Promise.all([gateway.issueToken(request), release(request.key)]);
    expect(released).toMatchObject({ outcome: "done" });
    expect(["done", "refused", "unknown"]).toContain(answer.outcome);
    if (answer.outcome === "done") expect(await context.isGood(answer.value.token)).toBe(false);
    expect(await gateway.issueToken(request)).toMatchObject({ outcome: "refused" });
  },

  "sent first, with the issuing right behind it, leaves no good token": async (context) => {
    const { gateway, token, newKey, release } = context;
    const request = token(newKey());
    const [released, answer] = await Promise.all([release(request.key), gateway.issueToken(request)]);
    expect(released).toMatchObject({ outcome: "done" });
    if (answer.outcome === "done") expect(await context.isGood(answer.value.token)).toBe(false);
    expect(await gateway.issueToken(request)).toMatchObject({ outcome: "refused" });
  },

  "of a token is acknowledged again": async (context) => releasedAgain(context, (await context.issued()).key),

  "of what never arrived is acknowledged again": async (context) => releasedAgain(context, context.newKey()),
};

export const authenticationCases: Cases = {
  "answers a token under the key it was asked with, and shows little of the card": async (context) => {
    const { gateway, approval, tenant, newKey, card, deadline } = context;
    const key = newKey();
    const answer = await gateway.authenticate({ tenant, key, card, deadline: deadline() });
    expectCard(answer.outcome === "done" ? answer.value : undefined, { key, number: card.number });
    const cardToken = answer.outcome === "done" ? answer.value.token : "";
    expect(await gateway.approve(approval(newKey(), { cardToken }))).toMatchObject({ outcome: "done" });
  },
};

function releasedAgain(context: CaseContext, tokenKey: string): Promise<void> {
  const acknowledged = { outcome: "done", value: { tokenKey } };
  return acknowledgesAgain(context, acknowledged, ({ release }, key) => release(tokenKey, key));
}
