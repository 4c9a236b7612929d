import { z } from "zod";

import { answerSchema, attemptKindRecord, openAttempt, type CallTime } from "../attempt/attempt.ts";
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

/** The key under which a billing key's token is issued. */
export function tokenKey(billkey: string): string {
  return `token.${billkey}`;
}

/** The issuing of the token of a new billing key. */
export function openIssue(about: Pick<IssueAttempt, "billkey" | "customerId">, time: CallTime): IssueAttempt {
  return { ...openAttempt({ key: tokenKey(about.billkey), kind: "token-issue" }, time), ...about, answer: null };
}
