import { z } from "zod";

import { attemptKindRecord, openAttempt, type CallTime } from "../attempt/attempt.ts";
import { tokenKey } from "./token-issue-attempt.ts";

export const releaseRecord = attemptKindRecord("token-release", {
  billkey: z.string(),
  /** The key under which the token was, or may have been, issued. */
  tokenKey: z.string(),
});

export type ReleaseAttempt = z.output<typeof releaseRecord.schema>;

/** Gives a token back at the deadline, when no call can be using it any more. */
export function openRelease(billkey: string, time: CallTime): ReleaseAttempt {
  const opened = openAttempt({ key: `release.${billkey}`, kind: "token-release" }, time);
  return { ...opened, billkey, tokenKey: tokenKey(billkey) };
}
