import { z } from "zod";

import { recordKind } from "../../engine/commit/record.ts";

/** The most keys of a merchant at one gateway: more than an exchange needs. */
export const mostProviderKeys = 5;

const weekMs = 7 * 24 * 60 * 60 * 1000;

const storedKeySchema = z.looseObject({
  /** Public, and stored with each attempt as its `credentials`. */
  name: z.string(),
  /** The secret, sealed by the vault. */
  sealed: z.string(),
});

const providerKeysSchema = z.looseObject({
  /** Newest first. */
  keys: z.array(storedKeySchema),
});

/** A merchant's own keys at a gateway, by the gateway's name. */
export const providerKeysRecord = recordKind("providerKeys", providerKeysSchema);

/** The line in which changes of a merchant's keys wait for each other. */
export const providerKeysLane = "provider keys";

/** Keys are due to be resealed a week after they were written. */
export function nextSealing(now: number): { readonly dueAt: number } {
  return { dueAt: now + weekMs };
}
