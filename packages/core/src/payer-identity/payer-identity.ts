import { z } from "zod";

import type { Context } from "../context.ts";
import { recordKind } from "../commit/record.ts";
import type { Settings } from "../settings.ts";

/**
 * Says when it is looked at next whether the identity data of a payer is still needed, by being due. Its id is that
 * of the session that has the data, and it is there as long as those are.
 */
export const payerIdentityRecord = recordKind("payerIdentity", z.looseObject({ intentKey: z.string() }));

/** The settings that say how long identity data are kept. */
export type IdentityLifetimes = Pick<Settings, "paidIdentityLifetimeMs" | "unpaidIdentityLifetimeMs">;

/** The shorter one of both lifetimes; undefined where everything is kept for ever. */
export function shortestLifetime({ paidIdentityLifetimeMs, unpaidIdentityLifetimeMs }: IdentityLifetimes) {
  const lifetimes = [paidIdentityLifetimeMs, unpaidIdentityLifetimeMs].filter((lifetime) => lifetime !== null);
  return lifetimes.length === 0 ? undefined : Math.min(...lifetimes);
}

export function identityLifetimes({ settings }: Context): IdentityLifetimes {
  const { paidIdentityLifetimeMs, unpaidIdentityLifetimeMs } = settings;
  return { paidIdentityLifetimeMs, unpaidIdentityLifetimeMs };
}
