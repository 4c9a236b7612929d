import { expect } from "vitest";
import { expectNow, heard } from "../heard.ts";
import type { CaseContext, Cases } from "./case-context.ts";
import { inEachZone, passUntil } from "./clock-cases.ts";
import { goneCredentials, newestOf } from "./credentials-cases.ts";
import { foundWithoutReference } from "./window-approval-cases.ts";
import type { Authenticated } from "./window-buyer.ts";

const [aSecond, aMinute, aDay] = [1_000, 60_000, 24 * 3_600_000];

const ofOrder = ({ request: { key, amount } }: Pick<Authenticated, "request">) => ({
  outcome: "done",
  value: { key, amount },
});

/** Three buyers at once, who pay different amounts; one of them pays another merchant. */
async function three({ inWindow, otherTenant: tenant }: CaseContext): Promise<readonly Authenticated[]> {
  const { authenticated } = inWindow();
  return Promise.all([
    authenticated({ amount: 1_009 }),
    authenticated({ amount: 2_003 }),
    authenticated({ amount: 3_001, tenant }),
  ]);
}

export const returnMomentCases: Cases = {
  "several at once are each about their own order: one buyer would pay for the other": async (context) => {
    const { finish } = context.inWindow();
    const buyers = await three(context);
    const answers = await Promise.all(buyers.map((one) => finish(one, one.fields)));
    expect(answers).toEqual(buyers.map(({ value }) => ({ outcome: "done", value })));
  },

  "of a buyer who authenticated before midnight is done after it: the payment would end": async (context) => {
    const { opened, authenticate, finish } = context.inWindow();
    await passUntil(context, "23:59:58");
    const one = await opened();
    const fields = await authenticate(one);
    await context.advance(5 * aSecond);
    expect(await finish(one, fields)).toMatchObject(ofOrder(one));
  },

  "has the same time in every time zone of the machine: the time for its approval would be over": async (context) => {
    const { authenticated } = context.inWindow();
    await passUntil(context, "08:30:00");
    await inEachZone(context, async () => {
      const { authenticatedAt } = (await authenticated()).value;
      if (authenticatedAt !== null) expectNow(context, authenticatedAt);
    });
  },
};

export const authenticationLookUpMomentCases: Cases = {
  "finds in the same process what it did not find before: a buyer who never came back would wait": async (context) => {
    const { opened, authenticate, lookUp } = context.inWindow();
    const one = await opened();
    expect(await lookUp(one)).toEqual({ outcome: "not-found" });
    await authenticate(one);
    expect(await lookUp(one)).toMatchObject(ofOrder(one));
  },

  "several at once find each its own: one buyer would pay for the other": async (context) => {
    const { opened, lookUp } = context.inWindow();
    const buyers = await three(context);
    const answers = await Promise.all([...buyers, await opened()].map((one) => lookUp(one)));
    expect(answers).toMatchObject([...buyers.map(ofOrder), { outcome: "not-found" }]);
  },

  "finds after midnight who authenticated before it: the payment would end": async (context) => {
    const { opened, authenticate, lookUp } = context.inWindow();
    await passUntil(context, "23:59:58");
    const one = await opened();
    await authenticate(one);
    await context.advance(5 * aSecond);
    expect(await lookUp(one)).toMatchObject(ofOrder(one));
  },
};

export const windowApprovalMomentCases: Cases = {
  "several at once are each answered about their own: one buyer's payment would be booked for the other": async (
    context,
  ) => {
    const { approval, held } = context.inWindow();
    const buyers = await three(context);
    const requests = buyers.map((one) => approval(one));
    const answers = await Promise.all(requests.map((request) => context.gateway.approve(request)));
    expect(answers).toMatchObject(requests.map(({ key, amount }) => ({ outcome: "done", value: { key, amount } })));
    expect(await Promise.all(buyers.map((one) => held(one)))).toEqual([1_009, 2_003, 3_001]);
  },

  "that takes effect late is found in the same process that did not find it before: it would be lost": async (
    context,
  ) => {
    const { gateway, inWindow, breakNext, settle, promises } = context;
    const { authenticated, approval } = inWindow();
    const request = approval(await authenticated());
    await breakNext("approve", { arrivesAfterMs: Math.min(promises.settlesWithinMs, aMinute) + 1 });
    await heard(() => gateway.approve(request));
    const before = await heard(() => foundWithoutReference(context, request));
    expect(["not-found", "unknown"]).toContain(before.outcome);
    await settle();
    const { key, amount } = request;
    expect(await foundWithoutReference(context, request)).toMatchObject({ outcome: "done", value: { key, amount } });
  },

  "of what was authenticated at 23:59:58 is found the next day, and two days later, by its authentication alone: it would be counted as lost":
    async (context) => {
      const { gateway, inWindow, breakNext, advance } = context;
      const { authenticated, approval } = inWindow();
      await passUntil(context, "23:59:58");
      const one = await authenticated();
      await advance(5 * aSecond);
      const request = approval(one);
      await breakNext("approve", "answer-lost");
      await heard(() => gateway.approve(request));
      await advance(4 * aSecond);
      const found = await foundWithoutReference(context, request);
      expect(found).toMatchObject({ outcome: "done", value: { key: request.key, amount: 10_000 } });
      await advance(2 * aDay);
      expect(await foundWithoutReference(context, request)).toEqual(found);
    },
};

/** Only for a gateway that names the credentials with which it sends: they may be rotated while a buyer is away. */
export const windowCredentialsCases: Cases = {
  "finish and look up with the former ones what was opened with them, once there are newer ones: the payment would end":
    async (context) => {
      const { opened, authenticate, finish, lookUp, canLookUp } = context.inWindow();
      const one = await opened();
      const fields = await authenticate(one);
      await context.addCredentials();
      expect(await newestOf(context)).not.toBe(one.request.credentials);
      expect(await finish(one, fields)).toMatchObject(ofOrder(one));
      if (canLookUp) expect(await lookUp(one)).toMatchObject(ofOrder(one));
    },

  "finish and look up with the newest ones if those of the opening are gone: the payment would end": async (
    context,
  ) => {
    const { authenticated, finish, lookUp, canLookUp } = context.inWindow();
    const one = await authenticated();
    for (const credentials of [goneCredentials, null]) {
      expect(await finish(one, one.fields, { credentials })).toMatchObject(ofOrder(one));
      if (canLookUp) expect(await lookUp(one, { credentials })).toMatchObject(ofOrder(one));
    }
  },

  "approve with the newer ones what was authenticated with the former, and find it: the buyer could not pay": async (
    context,
  ) => {
    const { gateway, inWindow, addCredentials } = context;
    const { authenticated, approval, held } = inWindow();
    const one = await authenticated();
    await addCredentials();
    const request = approval(one, { credentials: await newestOf(context) });
    const answer = await gateway.approve(request);
    expect(answer).toMatchObject({ outcome: "done", value: { key: request.key } });
    expect(await foundWithoutReference(context, request)).toEqual(answer);
    expect(await held(one)).toBe(10_000);
  },
};
