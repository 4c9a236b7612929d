import { z } from "zod";

import { openUnsent, type Attempt, type CallTime } from "../../engine/attempt/attempt.ts";
import { routeFields } from "../../engine/attempt/sending.ts";

/** The fields of every release, whatever the card was stored for. */
export const releaseFields = {
  ...routeFields,
  /** The key under which the card was, or may have been, stored. */
  tokenKey: z.string(),
  /** When that call was opened, and its deadline. */
  tokenAskedAt: z.number().default(0),
  tokenDeadline: z.number().default(0),
  /** Null until an answer contains it. */
  token: z.string().nullable().default(null),
  storedBy: z.enum(["authenticate", "issueToken"]).default("issueToken"),
  firstSentAt: z.number().nullable().default(null),
  /** Whether the gateway's last answer refused the release. */
  isRefused: z.boolean().default(false),
};

type ReleaseFields = { readonly [Name in keyof typeof releaseFields]: z.output<(typeof releaseFields)[Name]> };

/** Releases a stored card at its gateway. */
export interface ReleaseAttempt extends Attempt, ReleaseFields {}

type StoredCard = Omit<ReleaseFields, "firstSentAt" | "credentials" | "isRefused">;

/** It is due at the deadline, when no call can be using the card any more. */
export function openReleaseOf<Kind extends string>(
  what: { readonly key: string; readonly kind: Kind },
  stored: StoredCard,
  time: CallTime,
) {
  return { ...openUnsent(what, time), ...stored, credentials: null, firstSentAt: null, isRefused: false };
}
