import { z } from "zod";

import { attemptKindRecord, type CallTime } from "../../engine/attempt/attempt.ts";
import { openReleaseOf, releaseFields } from "../../gateway/card-token/release-attempt.ts";
import { releaseKey } from "../intent/attempt-keys.ts";

/** Releases a billing key's card. */
export const releaseRecord = attemptKindRecord("token-release", { billkey: z.string(), ...releaseFields });

export type TokenRelease = z.output<typeof releaseRecord.schema>;

/** The call that stored a card, and its token if an answer has arrived. */
export interface Issued {
  readonly billkey: string;
  /** The key of that call. */
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
