import { expect } from "vitest";
import { startNiceEmulator } from "@wonflow/nice-emulator";
import { fakeClock } from "@wonflow/testkit";
import type { NiceAccount } from "../src/accounts.ts";
import { card, type Make, openWorld, outcomeOf, plain, tenant, type OwnCases } from "./fixture.ts";

const older = { clientKey: "client-of-october", secretKey: "0123456789abcdef0123456789abcdef" };
const newer = { clientKey: "client-of-november", secretKey: "fedcba9876543210fedcba9876543210" };

/** A merchant that rotates its keys: `keep` sets which ones the adapter has from now on. */
async function rotating(make: Make, { shareBook = true } = {}) {
  const clock = fakeClock(Date.parse("2026-11-25T14:00:00+09:00"));
  const accounts = shareBook ? [older, newer].map((each) => ({ ...each, merchant: "tea-house" })) : [older, newer];
  const emulator = await startNiceEmulator({ accounts, clock });
  let kept: readonly NiceAccount[] = [older];
  const gateway = make({ url: emulator.url, accountsOf: async () => kept, clock });
  const call = { tenant, deadline: clock.now() + 10_000 } as const;
  const pay = async (key: string, credentials: string | null) => {
    const stored = await gateway.keyIn.authenticate({
      ...call,
      ...plain(clock),
      credentials,
      key: `card-${key}`,
      card,
    });
    const cardToken = stored.outcome === "done" ? stored.value.token : "";
    const payment = {
      authentication: null,
      cardToken,
      amount: 10_000,
      taxFreeAmount: 0,
      installmentPlanMonths: 0,
      orderName: "우롱차",
    };
    return gateway.approve({ ...call, ...plain(clock), credentials, key, ...payment });
  };
  const lookUp = (key: string, credentials: string | null) =>
    gateway.lookUpApproval({ ...call, ...plain(clock), credentials, key, authentication: null, reference: null });
  const keep = (...next: readonly NiceAccount[]) => void (kept = next);
  return { emulator, clock, gateway, call, pay, lookUp, keep };
}

type Rotation = Awaited<ReturnType<typeof rotating>>;

function rotation(run: (world: Rotation) => Promise<void>, options?: { readonly shareBook: boolean }) {
  return async (make: Make) => {
    const world = await rotating(make, options);
    try {
      await run(world);
    } finally {
      await world.emulator.close();
    }
  };
}

export const rotatedAccounts: OwnCases = {
  "names the newest account, and sends with the one that a call names": rotation(async (world) => {
    const { gateway, pay, keep, emulator } = world;
    expect(await gateway.credentials?.(tenant)).toBe(older.clientKey);
    keep(newer, older);
    expect(await gateway.credentials?.(tenant)).toBe(newer.clientKey);
    await pay("approval-1", older.clientKey);
    await pay("approval-2", newer.clientKey);
    await pay("approval-3", null);
    await pay("approval-4", "rotated-long-ago");
    const sentWith = emulator.book().approvals.map(({ account }) => account);
    expect(sentWith).toEqual([older.clientKey, newer.clientKey, newer.clientKey, newer.clientKey]);
  }),

  "finds with the keys that are left what was sent with others": rotation(async ({ pay, lookUp, keep }) => {
    await pay("approval-1", older.clientKey);
    keep(newer);
    expect(await lookUp("approval-1", older.clientKey)).toMatchObject({ outcome: "done" });
  }),

  "finds with another account what the newest does not find": rotation(
    async ({ pay, lookUp, keep }) => {
      await pay("approval-1", older.clientKey);
      keep(newer, older);
      expect(await lookUp("approval-1", null)).toMatchObject({ outcome: "done" });
      expect(await lookUp("approval-2", null)).toEqual({ outcome: "not-found" });
    },
    { shareBook: false },
  ),

  "does not know what it does not find as long as one account is not answered": rotation(
    async ({ pay, lookUp, keep }) => {
      await pay("approval-1", older.clientKey);
      keep(newer, { ...older, secretKey: "0".repeat(32) });
      expect(await outcomeOf(() => lookUp("approval-1", null))).toBe("unknown");
    },
    { shareBook: false },
  ),

  "reverses with the account that finds the approval": rotation(
    async ({ clock, gateway, call, emulator, pay, keep }) => {
      await pay("approval-1", older.clientKey);
      keep(newer, older);
      const about = {
        approvalKey: "approval-1",
        authentication: null,
        approvalReference: null,
        approvalAskedAt: clock.now(),
      };
      const request = { ...call, ...plain(clock), key: "reversal-1", amount: 10_000, ...about };
      expect(await gateway.reverse(request)).toMatchObject({ outcome: "done" });
      expect(emulator.book().approvals).toMatchObject([{ held: 0 }]);
    },
    { shareBook: false },
  ),

  "cancels with the account that finds the approval": rotation(
    async ({ clock, gateway, call, emulator, pay, keep }) => {
      await pay("approval-1", older.clientKey);
      keep(newer, older);
      const about = {
        approvalKey: "approval-1",
        authentication: null,
        approvalReference: null,
        approvalAskedAt: clock.now(),
      };
      const amounts = { amount: 4_000, taxFreeAmount: 0, remainingAmount: 10_000, reason: "고객 변심" };
      const request = { ...call, ...plain(clock), key: "cancellation-1", ...amounts, ...about };
      expect(await gateway.cancel(request)).toMatchObject({ outcome: "done" });
      expect(emulator.book().approvals).toMatchObject([{ held: 6_000 }]);
    },
    { shareBook: false },
  ),

  "releases a card with the account that has it": rotation(
    async ({ clock, gateway, call, emulator, pay, keep }) => {
      await pay("approval-1", older.clientKey);
      keep(newer, older);
      const { bid: token = "" } = emulator.book().bids[0] ?? {};
      const about = {
        tokenKey: "card-approval-1",
        tokenAskedAt: clock.now(),
        token,
        storedBy: "authenticate",
      } as const;
      const request = { ...call, ...plain(clock), key: "release-1", ...about };
      expect(await gateway.keyIn.releaseToken(request)).toMatchObject({ outcome: "done" });
      expect(emulator.book().bids).toMatchObject([{ expired: true }]);
      expect(await gateway.keyIn.releaseToken(request)).toEqual({ outcome: "not-found" });
    },
    { shareBook: false },
  ),

  "refuses the calls of a merchant without an account, and sends none": (make) =>
    openWorld(
      make,
      async ({ clock, emulator, gateway, call, approve, lookUp, caller, token }) => {
        const before = emulator.arrived().length;
        const refused = { outcome: "refused", code: "UNAUTHORIZED_PROVIDER_KEY" };
        expect(await gateway.credentials?.(tenant)).toBeNull();
        const about = { tokenKey: "card-1", tokenAskedAt: clock.now(), token, storedBy: "authenticate" } as const;
        expect(await gateway.keyIn.authenticate({ ...call, ...plain(clock), key: "card-2", card })).toEqual(refused);
        expect(await gateway.keyIn.releaseToken({ ...call, ...plain(clock), key: "r.1", ...about })).toEqual(refused);
        expect(await approve("approval-1")).toEqual(refused);
        expect(await caller.cancel({ ...call, key: "c.1", approvalKey: "approval-1", amount: 1 })).toEqual(refused);
        expect(await caller.reverse({ ...call, key: "r.2", approvalKey: "approval-1" })).toEqual(refused);
        expect(await outcomeOf(() => lookUp("approval-1"))).toBe("unknown");
        expect(emulator.arrived()).toHaveLength(before);
      },
      { accountsOf: () => undefined },
    ),

  "refuses a call whose secret key the gateway does not accept, and returns nothing about a payment": (make) =>
    openWorld(
      make,
      async ({ clock, gateway, call, approve, lookUp }) => {
        const provider = { code: "U104", message: "사용자 인증에 실패하였습니다." };
        const refused = { outcome: "refused", code: "UNAUTHORIZED_PROVIDER_KEY", provider };
        expect(await gateway.keyIn.authenticate({ ...call, ...plain(clock), key: "card-2", card })).toEqual(refused);
        expect(await approve("approval-1")).toEqual(refused);
        expect(await lookUp("approval-1")).toMatchObject({ outcome: "unknown", provider });
      },
      {
        accountsOf: () => [
          { ...older, clientKey: "client-of-tea-house", secretKey: "of-another-shop-0123456789abcdef" },
        ],
      },
    ),

  "refuses a card that a secret key of another length can't encipher": (make) =>
    openWorld(
      make,
      async ({ clock, emulator, gateway, call }) => {
        const before = emulator.arrived().length;
        const answer = await gateway.keyIn.authenticate({ ...call, ...plain(clock), key: "card-2", card });
        expect(answer).toEqual({ outcome: "refused", code: "UNAUTHORIZED_PROVIDER_KEY" });
        expect(emulator.arrived()).toHaveLength(before);
      },
      { accountsOf: () => [{ ...older, secretKey: "short" }] },
    ),
};
