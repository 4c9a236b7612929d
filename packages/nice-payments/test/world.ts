import type { Gateway } from "@wonflow/core";
import { cardCaller, type FakeClock } from "@wonflow/testkit";

import { card, openNice, type Make, type Opened } from "./fixture.ts";
import type { NicePaymentsOptions } from "../src/nice-payments.ts";

/** A test of the adapter that a wrong one can be given too: it rejects if the adapter is wrong. */
export type OwnCases = Readonly<Record<string, (make: Make) => Promise<void>>>;

export const tenant = "1:test";
export const seconds = (count: number) => count * 1_000;

/** An adapter in use: it is called as core calls it, with all that it has told. */
export interface World extends Opened {
  readonly gateway: Gateway;
  readonly call: { readonly tenant: typeof tenant; readonly deadline: number };
  readonly token: string;
  readonly caller: ReturnType<typeof cardCaller<Gateway>>;
  readonly approve: (key: string, change?: object) => ReturnType<Gateway["approve"]>;
  readonly lookUp: (key: string) => ReturnType<Gateway["lookUpApproval"]>;
}

export async function openWorld(
  make: Make,
  run: (world: World) => Promise<void>,
  { at, ...change }: Partial<NicePaymentsOptions> & { readonly at?: string } = {},
): Promise<void> {
  const opened = await openNice({ make, ...(at !== undefined && { at }) });
  try {
    const { clock, open } = opened;
    const gateway = open(change);
    const caller = cardCaller(gateway, clock.now);
    const call = { tenant, deadline: clock.now() + seconds(10) } as const;
    // With the right settings: a test may be about calls that fail without them.
    const stored = await open().authenticate({ ...call, ...plain(clock), key: "card-1", card });
    const token = stored.outcome === "done" ? stored.value.token : "";
    const payment = { cardToken: token, amount: 10_000, installmentPlanMonths: 0, orderName: "우롱차" };
    await run({
      ...opened,
      gateway,
      caller,
      call,
      token,
      approve: (key, more = {}) =>
        caller.approve({ ...call, ...payment, key, deadline: clock.now() + 10_000, ...more }),
      lookUp: (key) => caller.lookUpApproval({ ...call, deadline: clock.now() + 10_000, key }),
    });
  } finally {
    await opened.emulator.close();
  }
}

export function plain(clock: FakeClock) {
  return { askedAt: clock.now(), credentials: null } as const;
}

/** What a call answers; `unknown` where it broke, as core takes it. */
export async function outcomeOf(call: () => Promise<{ readonly outcome: string }>): Promise<string> {
  return call().then(
    ({ outcome }) => outcome,
    () => "unknown",
  );
}
