import { z } from "zod";

import { attemptKindRecord, openAttempt, type CallTime } from "../attempt/attempt.ts";
import { tokenKey } from "./token-issue-attempt.ts";

/** The giving back of a token, whether or not it was issued. */
export const releaseRecord = attemptKindRecord("token-release", {
  billkey: z.string(),
  /** The key under which the token was, or may have been, issued. */
  tokenKey: z.string(),
});

export type ReleaseAttempt = z.output<typeof releaseRecord.schema>;

/** The attempt that gives a token back, once the time of any call that may be using it is over. */
export function openRelease(billkey: string, time: CallTime): ReleaseAttempt {
  const opened = openAttempt({ key: `release.${billkey}`, kind: "token-release" }, time);
  return { ...opened, billkey, tokenKey: tokenKey(billkey) };
}
