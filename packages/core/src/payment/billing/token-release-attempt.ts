import { z } from "zod";

import { attemptKindRecord, type CallTime } from "../../engine/attempt/attempt.ts";
import { openReleaseOf, releaseFields } from "../../gateway/card-token/release-attempt.ts";
import { releaseKey } from "../intent/attempt-keys.ts";

/** Gives a billing key's card back to its gateway. */
export const releaseRecord = attemptKindRecord("token-release", { billkey: z.string(), ...releaseFields });

export type TokenRelease = z.output<typeof releaseRecord.schema>;

/** When the card was asked to be stored, and its token where an answer told it. */
export interface Issued {
  readonly billkey: string;
  /** The key under which it was asked. */
  readonly tokenKey: string;
  readonly gateway: string;
  readonly token: string | null;
  readonly tokenAskedAt: number;
  readonly tokenDeadline: number;
}

export function openRelease({ billkey, ...issued }: Issued, time: CallTime): TokenRelease {
  const stored = { ...issued, storedBy: "issueToken" } as const;
  return { ...openReleaseOf({ key: releaseKey(issued.tokenKey), kind: "token-release" }, stored, time), billkey };
}
