import type { NotificationHint, ProviderNotification } from "@wonflow/core";
import { expect } from "vitest";
import type { CaseContext, Cases } from "./case-context.ts";

export const notificationCases: Cases = {
  "of an authentication names the key that the provider has: the payment would wait for its end": async (context) => {
    const { authenticated, notify } = context.inWindow();
    const one = await authenticated();
    const hint = await read(context, await notify(one));
    expect(hint.outcome === "look-at" ? hint.keys : [hint.outcome]).toContain(one.request.key);
  },

  "of an approval names its key, or what was authenticated for it: a lost answer would wait": async (context) => {
    const { authenticated, approval, notify } = context.inWindow();
    const one = await authenticated();
    const request = approval(one);
    await context.gateway.approve(request);
    const hint = await read(context, await notify(one));
    const keys = hint.outcome === "look-at" ? hint.keys : [];
    expect([...keys].some((key) => key === request.key || key === one.request.key)).toBe(true);
    // The key of an approval does not contain its merchant.
    const { tenant, remainingAmount } = { tenant: undefined, remainingAmount: undefined, ...hint };
    if (!keys.includes(one.request.key)) expect(tenant).toBe(one.request.tenant);
    expect([undefined, request.amount]).toContain(remainingAmount);
  },

  "of a payment that was refunded in the provider's pages names what is left, or no amount: the refund would not be found":
    async (context) => {
      const { authenticated, approval, notify } = context.inWindow();
      const one = await authenticated();
      const request = approval(one);
      await context.gateway.approve(request);
      await context.refundByHand(request.key, request.amount);
      const hint = await read(context, await notify(one));
      expect(hint).toMatchObject({ outcome: "look-at" });
      expect([undefined, 0]).toContain("remainingAmount" in hint ? hint.remainingAmount : undefined);
    },

  "of two payments names each by itself: one would be looked up for the other": async (context) => {
    const { authenticated, notify } = context.inWindow();
    const [one, other] = [await authenticated(), await authenticated()];
    const hints = [await read(context, await notify(one)), await read(context, await notify(other))];
    const keys = hints.map((hint) => (hint.outcome === "look-at" ? hint.keys : []));
    expect([keys[0]?.includes(other.request.key), keys[1]?.includes(one.request.key)]).toEqual([false, false]);
  },

  "that is garbled is forged, and never throws: a stranger would fill the log": async (context) => {
    const { authenticated, notify } = context.inWindow();
    const { headers, body } = await notify(await authenticated());
    const garbled = [
      "",
      " ",
      "{",
      "null",
      "[]",
      "{}",
      '"text"',
      "\u0000\uFFFD",
      "a=b&c=d",
      body.slice(1),
      "k".repeat(16_384),
    ];
    for (const each of garbled) {
      for (const sent of [headers, {}]) {
        expect([each, await read(context, { headers: sent, body: each })]).toEqual([each, { outcome: "forged" }]);
      }
    }
  },

  "with fields of another kind is forged, and never throws: a stranger would fill the log": async (context) => {
    const { authenticated, notify } = context.inWindow();
    const { headers, body } = await notify(await authenticated());
    const fields: unknown = parsed(body);
    if (typeof fields !== "object" || fields === null) return context.skip("the provider's message is not JSON");
    for (const name of Object.keys(fields)) {
      for (const value of [null, 1, "", [], {}, "__proto__"]) {
        const hint = await read(context, { headers, body: JSON.stringify({ ...fields, [name]: value }) });
        expect(["look-at", "forged"]).toContain(hint.outcome);
        if (hint.outcome === "look-at") for (const key of hint.keys) expect(key).toMatch(/^[\w.-]{1,64}$/);
      }
    }
  },

  "changes nothing: a stranger would pay, or end what is open": async (context) => {
    const { authenticated, finish, notify, held } = context.inWindow();
    const one = await authenticated();
    const message = await notify(one);
    for (const _time of [1, 2]) await read(context, message);
    expect(await held(one)).toBe(0);
    expect(await finish(one, one.fields)).toEqual({ outcome: "done", value: one.value });
  },
};

async function read({ bound }: CaseContext, message: ProviderNotification): Promise<NotificationHint> {
  const hint = await bound.readNotification?.(message);
  if (hint === undefined) throw new Error("The gateway reads no messages of its provider.");
  return hint;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
