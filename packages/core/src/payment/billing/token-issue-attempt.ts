import { z } from "zod";

import { answerSchema, attemptKindRecord, openAttempt, type CallTime } from "../../engine/attempt/attempt.ts";
import { routeFields, type Route } from "../../engine/attempt/sending.ts";
import { authenticationRefusals } from "../../gateway/refusals.ts";
import type { ErrorCode } from "../../errors.ts";
import { tokenKey } from "../intent/attempt-keys.ts";
import { billkeySchema } from "./billing-key.ts";

/** Refusals when no billing key is issued; a token that arrives later is released. */
export const issueRefusals = [
  ...authenticationRefusals,
  "FAILED_BILL_KEY_AUTH_CREATION",
] as const satisfies readonly ErrorCode[];

export const issueRecord = attemptKindRecord("token-issue", {
  ...routeFields,
  billkey: z.string(),
  customerId: z.string(),
  answer: answerSchema(billkeySchema, issueRefusals),
});

export type IssueAttempt = z.output<typeof issueRecord.schema>;

export function openIssue(
  about: Pick<IssueAttempt, "billkey" | "customerId" | keyof Route>,
  time: CallTime,
): IssueAttempt {
  return { ...openAttempt({ key: tokenKey(about.billkey), kind: "token-issue" }, time), ...about, answer: null };
}
