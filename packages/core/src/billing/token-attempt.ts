import { z } from "zod";

import { answerSchema, attemptKindRecord } from "../attempt/attempt.ts";
import { authenticationRefusals } from "../card-network/card-network.ts";
import type { ErrorCode } from "../errors.ts";
import { billkeySchema } from "./billing-key.ts";

/** What issuing a billing key ends with where the network issued no token, or is to take it back. */
export const issueRefusals = [
  ...authenticationRefusals,
  "FAILED_BILL_KEY_AUTH_CREATION",
] as const satisfies readonly ErrorCode[];

/** The issuing of the token that a billing key stands for. */
export const issueRecord = attemptKindRecord("token-issue", {
  billkey: z.string(),
  customerId: z.string(),
  answer: answerSchema(billkeySchema, issueRefusals),
});

export type IssueAttempt = z.output<typeof issueRecord.schema>;

/** The giving back of a token, whether or not it was issued. */
export const releaseRecord = attemptKindRecord("token-release", {
  billkey: z.string(),
  /** The key under which the token was, or may have been, issued. */
  tokenKey: z.string(),
});

export type ReleaseAttempt = z.output<typeof releaseRecord.schema>;

/** The key under which a billing key's token is issued. */
export function tokenKey(billkey: string): string {
  return `token.${billkey}`;
}

/** The key under which it is given back. */
export function releaseKey(billkey: string): string {
  return `release.${billkey}`;
}
