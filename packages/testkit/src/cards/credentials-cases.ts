import { expect } from "vitest";
import { heard } from "../heard.ts";
import { remaining, type CaseContext, type Cases } from "./case-context.ts";

/** A name that no gateway has reported. */
export const goneCredentials = "exchanged-long-ago";

/** Only for a gateway that names the credentials with which it sends. */
export const credentialsCases: Cases = {
  "have a name of 1 to 64 visible characters, which does not contain a card's data": async (context) => {
    const { tenant, otherTenant, card } = context;
    for (const name of [await newestOf(context, tenant), await newestOf(context, otherTenant)]) {
      expect(name).toMatch(/^[\x21-\x7e]{1,64}$/);
      expect(name).not.toContain(card.number);
      expect(name).not.toMatch(/\d{12}/);
    }
  },

  "keep their name until they are rotated, also after a restart": async (context) => {
    const name = await newestOf(context);
    expect(await newestOf(context)).toBe(name);
    expect(await newestOf(await context.reopen())).toBe(name);
  },

  "approve, cancel and find under their name": async (context) => {
    const credentials = await newestOf(context);
    const { approvalKey, key } = await paidAndCanceled(context, credentials);
    await expectFound(context, { approvalKey, key, credentials });
  },

  "approve, cancel and find without a name": async (context) => {
    const { approvalKey, key } = await paidAndCanceled(context, null);
    await expectFound(context, { approvalKey, key, credentials: null });
  },

  "finds with its newest what was sent with credentials that it no longer has": async (context) => {
    const { approvalKey, key } = await paidAndCanceled(context, await newestOf(context));
    await expectFound(context, { approvalKey, key, credentials: goneCredentials });
  },

  "says not-found of what never arrived, whatever its credentials": async ({ gateway, tenant, newKey, deadline }) => {
    for (const credentials of [goneCredentials, null]) {
      const question = { tenant, key: newKey(), deadline: deadline(), credentials };
      expect(await gateway.lookUpApproval(question)).toEqual({ outcome: "not-found" });
      expect(await gateway.lookUpCancellation(question)).toEqual({ outcome: "not-found" });
    }
  },

  "cancels with its newest where it no longer has those of the call": async ({ approved, cancel }) => {
    const call = { approvalKey: await approved(), amount: 4_000, credentials: goneCredentials };
    expect(await cancel(call)).toMatchObject({ outcome: "done", value: { amount: 4_000 } });
  },

  "reverses with its newest where it no longer has those of the call": async (context) => {
    const { gateway, approved, newKey, tenant, deadline, foundApproval } = context;
    for (const credentials of [goneCredentials, null]) {
      const approvalKey = await approved();
      const call = { tenant, key: newKey(), approvalKey, deadline: deadline(), credentials };
      expect(await gateway.reverse(call)).toMatchObject({ outcome: "done" });
      expect(await foundApproval(approvalKey)).toMatchObject({ outcome: "refused" });
    }
  },

  "release a card with the newest ones if those of the call are gone": async (context) => {
    const { gateway, issued, isGood, newKey, tenant, deadline } = context;
    for (const credentials of [goneCredentials, null]) {
      const { key: tokenKey, token } = await issued();
      const call = { tenant, key: newKey(), tokenKey, deadline: deadline(), credentials };
      expect(await gateway.releaseToken(call)).toMatchObject({ outcome: "done" });
      expect(await isGood(token)).toBe(false);
    }
  },
};

/** A second set was added, and the former one remains good: both are in use while keys are rotated. */
export const twoCredentialsCases: Cases = {
  "finds with the former ones what was sent with them, once there are newer ones: it would be counted as lost": async (
    context,
  ) => {
    const former = await newestOf(context);
    const { approvalKey, key } = await paidAndCanceled(context, former);
    await context.addCredentials();
    expect(await newestOf(context)).not.toBe(former);
    await expectFound(context, { approvalKey, key, credentials: former });
  },

  "cancels with the newer ones what was approved with the former: a buyer would wait for the refund": async (
    context,
  ) => {
    const { gateway, approval, newKey, cancel, addCredentials, foundCancellation } = context;
    const approvalKey = newKey();
    const former = await newestOf(context);
    expect(await gateway.approve(approval(approvalKey, { credentials: former }))).toMatchObject({ outcome: "done" });
    await addCredentials();
    const call = { approvalKey, key: newKey(), amount: 4_000, credentials: await newestOf(context) };
    const canceled = await cancel(call);
    expect(canceled).toMatchObject({ outcome: "done", value: { key: call.key, amount: 4_000 } });
    expect(await foundCancellation(call.key)).toEqual(canceled);
  },

  "reverses with the newer ones what the former ones approved without an answer: the buyer would pay for nothing":
    async (context) => {
      const { gateway, approval, newKey, tenant, deadline, breakNext, addCredentials, foundApproval } = context;
      const approvalKey = newKey();
      const former = await newestOf(context);
      await breakNext("approve", "answer-lost");
      await heard(() => gateway.approve(approval(approvalKey, { credentials: former })));
      await addCredentials();
      const credentials = await newestOf(context);
      const call = { tenant, key: newKey(), approvalKey, deadline: deadline(), credentials };
      expect(await gateway.reverse(call)).toEqual({ outcome: "done", value: { approvalKey } });
      expect(await foundApproval(approvalKey)).toMatchObject({ outcome: "refused" });
    },
};

export async function newestOf({ bound, tenant }: CaseContext, of = tenant): Promise<string> {
  const name = await bound.credentials?.(of);
  if (name == null) throw new Error("The gateway does not tell with which credentials it sends.");
  return name;
}

interface Canceled {
  readonly approvalKey: string;
  /** Of the cancellation. */
  readonly key: string;
}

/** Approves 10,000 won and gives 4,000 of them back, both with these credentials. */
async function paidAndCanceled(context: CaseContext, credentials: string | null): Promise<Canceled> {
  const { gateway, approval, cancel, newKey } = context;
  const [approvalKey, key] = [newKey(), newKey()];
  const approved = await gateway.approve(approval(approvalKey, { credentials }));
  expect(approved).toMatchObject({ outcome: "done", value: { key: approvalKey } });
  const canceled = await cancel({ approvalKey, key, amount: 4_000, credentials });
  expect(canceled).toMatchObject({ outcome: "done", value: { key } });
  expect(await context.foundApproval(approvalKey)).toEqual(remaining(approved, 6_000));
  expect(await context.foundCancellation(key)).toEqual(canceled);
  return { approvalKey, key };
}

async function expectFound(
  { gateway, tenant, deadline }: CaseContext,
  { approvalKey, key, credentials }: Canceled & { readonly credentials: string | null },
): Promise<void> {
  const asking = { tenant, deadline: deadline(), credentials };
  const approval = await gateway.lookUpApproval({ ...asking, key: approvalKey });
  expect(approval).toMatchObject({ outcome: "done", value: { key: approvalKey, remainingAmount: 6_000 } });
  const cancellation = await gateway.lookUpCancellation({ ...asking, key });
  expect(cancellation).toMatchObject({ outcome: "done", value: { key, amount: 4_000 } });
}
