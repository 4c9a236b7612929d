import { z } from "zod";

import type { Context } from "../../context.ts";
import { recordKind } from "../../engine/commit/record.ts";
import type { Settings } from "../../settings.ts";

/**
 * Due when the need for a payer's identity data is checked next. It has the id of the session with the data, and exists
 * as long as the data.
 */
export const payerIdentityRecord = recordKind("payerIdentity", z.looseObject({ intentKey: z.string() }));

export type IdentityLifetimes = Pick<Settings, "paidIdentityLifetimeMs" | "unpaidIdentityLifetimeMs">;

/** Undefined if everything is kept without limit. */
export function shortestLifetime({ paidIdentityLifetimeMs, unpaidIdentityLifetimeMs }: IdentityLifetimes) {
  const lifetimes = [paidIdentityLifetimeMs, unpaidIdentityLifetimeMs].filter((lifetime) => lifetime !== null);
  return lifetimes.length === 0 ? undefined : Math.min(...lifetimes);
}

export function identityLifetimes({ settings }: Context): IdentityLifetimes {
  const { paidIdentityLifetimeMs, unpaidIdentityLifetimeMs } = settings;
  return { paidIdentityLifetimeMs, unpaidIdentityLifetimeMs };
}
