import { expect } from "vitest";
import { expectUnknown, heard } from "../heard.ts";
import { remaining, type CaseContext, type Cases } from "./case-context.ts";

const faults = ["request-lost", "answer-lost"] as const;

/** The latest time at which a call that is sent now may take effect, in milliseconds from now. */
function latestEffectMs({ deadline, now, promises }: CaseContext): number {
  return deadline() - now() + promises.settlesWithinMs - 1;
}

export const lostApprovalCases: Cases = {
  "whose answer is lost is unknown, and is found by a look-up, also after a restart": async (context) => {
    const { gateway, approval, newKey, breakNext, foundApproval, reopen } = context;
    const key = newKey();
    await breakNext("approve", "answer-lost");
    await expectUnknown(() => gateway.approve(approval(key)));
    const found = await foundApproval(key);
    expect(found).toMatchObject({ outcome: "done", value: { key, amount: 10_000, remainingAmount: 10_000 } });
    const later = await reopen();
    expect(await later.foundApproval(key)).toEqual(found);
  },

  "whose request is lost is unknown, and is not found, also once it has settled and after a restart": async (
    context,
  ) => {
    const { gateway, approval, newKey, breakNext, foundApproval, settle, reopen } = context;
    const key = newKey();
    await breakNext("approve", "request-lost");
    await expectUnknown(() => gateway.approve(approval(key)));
    expect(["not-found", "unknown"]).toContain((await heard(() => foundApproval(key))).outcome);
    await settle();
    expect(await foundApproval(key)).toEqual({ outcome: "not-found" });
    const later = await reopen();
    expect(await later.foundApproval(key)).toEqual({ outcome: "not-found" });
  },

  "that takes effect late is found as soon as it has, at the latest when it has settled": async (context) => {
    const { gateway, approval, newKey, breakNext, foundApproval, advance, reopen } = context;
    const key = newKey();
    const arrivesAfterMs = latestEffectMs(context);
    await breakNext("approve", { arrivesAfterMs });
    await expectUnknown(() => gateway.approve(approval(key)));
    expect(["not-found", "unknown"]).toContain((await heard(() => foundApproval(key))).outcome);
    const later = await reopen();
    await advance(arrivesAfterMs);
    expect(await later.foundApproval(key)).toMatchObject({ outcome: "done", value: { key, amount: 10_000 } });
  },
};

export const lostCancellationCases: Cases = {
  "whose answer is lost is unknown, and is found by a look-up, also after a restart": async (context) => {
    const { approved, cancel, newKey, breakNext, foundApproval, foundCancellation, reopen } = context;
    const approvalKey = await approved();
    const before = await foundApproval(approvalKey);
    const key = newKey();
    await breakNext("cancel", "answer-lost");
    await expectUnknown(() => cancel({ approvalKey, amount: 4_000, key }));
    const found = await foundCancellation(key);
    expect(found).toMatchObject({ outcome: "done", value: { key, amount: 4_000 } });
    expect(await foundApproval(approvalKey)).toEqual(remaining(before, 6_000));
    const later = await reopen();
    expect(await later.foundCancellation(key)).toEqual(found);
  },

  "whose request is lost is unknown, and is not found, also once it has settled and after a restart": async (
    context,
  ) => {
    const { approved, cancel, newKey, breakNext, foundApproval, foundCancellation, settle, reopen } = context;
    const approvalKey = await approved();
    const before = await foundApproval(approvalKey);
    const key = newKey();
    await breakNext("cancel", "request-lost");
    await expectUnknown(() => cancel({ approvalKey, amount: 4_000, key }));
    expect(["not-found", "unknown"]).toContain((await heard(() => foundCancellation(key))).outcome);
    await settle();
    expect(await foundCancellation(key)).toEqual({ outcome: "not-found" });
    expect(await foundApproval(approvalKey)).toEqual(before);
    const later = await reopen();
    expect(await later.foundCancellation(key)).toEqual({ outcome: "not-found" });
  },

  "that takes effect late is found as soon as it has, at the latest when it has settled": async (context) => {
    const { approved, cancel, newKey, breakNext, foundCancellation, advance, reopen } = context;
    const approvalKey = await approved();
    const key = newKey();
    const arrivesAfterMs = latestEffectMs(context);
    await breakNext("cancel", { arrivesAfterMs });
    await expectUnknown(() => cancel({ approvalKey, amount: 4_000, key }));
    expect(["not-found", "unknown"]).toContain((await heard(() => foundCancellation(key))).outcome);
    const later = await reopen();
    await advance(arrivesAfterMs);
    expect(await later.foundCancellation(key)).toMatchObject({ outcome: "done", value: { key, amount: 4_000 } });
  },

  "of an approval whose answer was lost refunds": async (context) => {
    const { gateway, approval, newKey, breakNext, cancel, foundApproval } = context;
    const approvalKey = newKey();
    await breakNext("approve", "answer-lost");
    await heard(() => gateway.approve(approval(approvalKey)));
    expect(await cancel({ approvalKey, amount: 4_000 })).toMatchObject({ outcome: "done" });
    expect(await foundApproval(approvalKey)).toHaveProperty("value.remainingAmount", 6_000);
  },
};

export const lostReversalCases: Cases = {
  "whose request is lost is unknown, leaves the approval, and can be asked for again": async (context) => {
    const { approved, reverse, breakNext, foundApproval } = context;
    const approvalKey = await approved();
    await breakNext("reverse", "request-lost");
    await expectUnknown(() => reverse(approvalKey));
    expect(await foundApproval(approvalKey)).toMatchObject({ outcome: "done" });
    expect(await reverse(approvalKey)).toMatchObject({ outcome: "done" });
    expect(await foundApproval(approvalKey)).toMatchObject({ outcome: "refused" });
  },

  "whose answer is lost is unknown, and is acknowledged when it is asked for again, also after a restart": async (
    context,
  ) => {
    const { approved, reverse, newKey, breakNext, reopen } = context;
    const approvalKey = await approved();
    const key = newKey();
    await breakNext("reverse", "answer-lost");
    await expectUnknown(() => reverse(approvalKey, key));
    const later = await reopen();
    expect(await later.reverse(approvalKey, key)).toEqual({ outcome: "done", value: { approvalKey } });
    expect(await later.foundApproval(approvalKey)).toMatchObject({ outcome: "refused" });
  },

  "of an approval whose answer was lost undoes it": async (context) => {
    const { gateway, approval, newKey, breakNext, reverse, foundApproval } = context;
    const approvalKey = newKey();
    await breakNext("approve", "answer-lost");
    await heard(() => gateway.approve(approval(approvalKey)));
    expect(await reverse(approvalKey)).toEqual({ outcome: "done", value: { approvalKey } });
    expect(await foundApproval(approvalKey)).toMatchObject({ outcome: "refused" });
  },
};

export const lostLookUpCases: Cases = {
  "of an approval that breaks is unknown, whether it took effect or never arrived": async (context) => {
    const { approved, newKey, breakNext, foundApproval } = context;
    for (const key of [await approved(), newKey()]) {
      for (const fault of faults) {
        await breakNext("lookUpApproval", fault);
        await expectUnknown(() => foundApproval(key));
      }
    }
  },

  "of a cancellation that breaks is unknown, whether it took effect or never arrived": async (context) => {
    const { approved, cancel, newKey, breakNext, foundCancellation } = context;
    const key = newKey();
    await cancel({ approvalKey: await approved(), amount: 4_000, key });
    for (const each of [key, newKey()]) {
      for (const fault of faults) {
        await breakNext("lookUpCancellation", fault);
        await expectUnknown(() => foundCancellation(each));
      }
    }
  },
};

export const lostAuthenticationCases: Cases = {
  "that breaks is unknown": async ({ gateway, tenant, newKey, card, deadline, breakNext }) => {
    for (const fault of faults) {
      await breakNext("authenticate", fault);
      await expectUnknown(() => gateway.authenticate({ tenant, key: newKey(), card, deadline: deadline() }));
    }
  },
};

export const lostIssuingCases: Cases = {
  "whose request is lost is unknown, and its release is answered": async (context) => {
    const { gateway, token, newKey, breakNext, release } = context;
    const request = token(newKey());
    await breakNext("issueToken", "request-lost");
    await expectUnknown(() => gateway.issueToken(request));
    expect(["done", "not-found", "refused"]).toContain((await release(request.key)).outcome);
  },

  "whose answer is lost is unknown, and is released by its key, or the release reports that it can't know": async (
    context,
  ) => {
    const { gateway, token, newKey, breakNext, release } = context;
    const request = token(newKey());
    await breakNext("issueToken", "answer-lost");
    await expectUnknown(() => gateway.issueToken(request));
    expect(["done", "refused"]).toContain((await release(request.key)).outcome);
  },
};

export const lostReleaseCases: Cases = {
  "whose request is lost is unknown, leaves the token good, and can be asked for again": async (context) => {
    const { issued, release, breakNext, isGood } = context;
    const { key, token } = await issued();
    await breakNext("releaseToken", "request-lost");
    await expectUnknown(() => release(key));
    expect(await isGood(token)).toBe(true);
    expect(await release(key)).toMatchObject({ outcome: "done" });
    expect(await isGood(token)).toBe(false);
  },

  "whose answer is lost is unknown, and is done or not-found when it is asked for again": async (context) => {
    const { issued, release, newKey, breakNext, isGood } = context;
    const { key, token } = await issued();
    const again = newKey();
    await breakNext("releaseToken", "answer-lost");
    await expectUnknown(() => release(key, again));
    expect(["done", "not-found"]).toContain((await release(key, again)).outcome);
    expect(await isGood(token)).toBe(false);
  },
};
