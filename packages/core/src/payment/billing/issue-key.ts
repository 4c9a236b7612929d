import type { z } from "zod";

import { callTime } from "../../engine/attempt/attempt.ts";
import { callNext, loadEarlier, repeat } from "../../engine/attempt/next-step.ts";
import { failureOnDemand } from "../../engine/attempt/test-code.ts";
import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { StoredCardDetails } from "../../gateway/gateway.ts";
import { gatewayOf, newRoutes, refuseWithoutGateway, type GatewayContext } from "../../gateway/context.ts";
import {
  prepareIdempotency,
  rememberRequest,
  type Requested,
  idempotencyErrors,
} from "../../engine/idempotency/idempotency.ts";
import { merchantRef, notRegistered, suspendedRefusal } from "../../merchant/merchant.ts";
import { validate } from "../../engine/request/validate.ts";
import { refuse, type Answer } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { billkeyPrefix, billkeySchema, type BillkeyView } from "./billing-key.ts";
import { cardProblems, issueSchema, type IssueBillingKeyInput } from "./issue-request.ts";
import { issueRecord, issueRefusals, openIssue } from "./token-issue-attempt.ts";
import { askForToken } from "./token-issue-call.ts";
import { giveUpIssue } from "./token-issue-lost-answer.ts";

export const issueBillingKeyErrors = [
  "INVALID_REQUEST",
  "INVALID_CUSTOMER_ID",
  "INVALID_BILL_KEY_REQUEST",
  "INVALID_BIRTH_DAY_FORMAT",
  "INVALID_TEST_CODE",
  ...idempotencyErrors,
  "FORBIDDEN_REQUEST",
  "CONCURRENT_REQUEST",
  ...issueRefusals,
] as const;

/**
 * Has the gateway store a card, and returns a billing key for it. Card data stays in memory and goes to the gateway
 * alone. Without an answer in time no key is issued, and the card is released.
 */
export async function issueBillingKey(
  context: GatewayContext,
  tenant: Tenant,
  { input, options = {} }: Requested<IssueBillingKeyInput>,
): Answer<BillkeyView, typeof issueBillingKeyErrors> {
  const valid = validate(issueSchema, input);
  if (!valid.ok) return valid;
  const problems = cardProblems(valid.value, context.clock.now());
  const [problem] = problems;
  if (problem !== undefined) return refuse(problem.code, problems);
  const { customerId } = valid.value;
  const billkey = billkeyPrefix + context.ids.random(20);
  const routes = await newRoutes(context, tenant);
  // Not even a digest of the card's number is kept: a repeat is recognised by the digits that may be shown.
  const what = ["issue-billing-key", { customerId, card: masked(valid.value.number) }] as const;
  const prepared = failureOnDemand(tenant, options) ?? (await prepareIdempotency(context, what, options));
  if (!prepared.ok) return prepared;
  const request = prepared.value;
  const withoutGateway = refuseWithoutGateway(context, tenant);
  if (withoutGateway !== undefined) return withoutGateway;
  const decided = await decideAndCommit(context, {
    tenant,
    lane: billkey,
    async load(read) {
      const [, merchant] = await read(request?.ref, merchantRef);
      const earlier = await loadEarlier(read, request, { record: issueRecord, schema: billkeySchema });
      return { earlier, merchant };
    },
    decide({ earlier, merchant }, now) {
      if (earlier !== undefined) return { answer: repeat(earlier, now) };
      if (merchant === undefined) return { answer: notRegistered };
      const suspended = suspendedRefusal(merchant);
      if (suspended !== undefined) return { answer: suspended };
      const route = routes.to(gatewayOf(context, tenant, merchant));
      const unbound = routes.refusal(route.gateway);
      if (unbound !== undefined) return { answer: unbound };
      const attempt = openIssue({ billkey, customerId, ...route }, callTime(context, now));
      const remembered = rememberRequest(request, { attempt: attempt.key });
      return { answer: callNext(attempt), changes: { writes: [issueRecord.make(attempt), ...remembered] } };
    },
  });
  if ("ok" in decided) return decided;
  const attempt =
    decided.next === "call"
      ? await askForToken(context, tenant, { attempt: decided.call, card: cardOf(valid.value) })
      : await giveUpIssue(context, tenant, decided.key);
  return attempt?.answer ?? refuse("FAILED_BILL_KEY_AUTH_CREATION");
}

/** The digits that may be kept: the first six and the last four. */
function masked(number: string): string {
  return `${number.slice(0, 6)}*${number.slice(-4)}`;
}

function cardOf(input: z.output<typeof issueSchema>): StoredCardDetails {
  const { number, expriationMM: expiryMonth, expriationYY: expiryYear, registNo, passwordFront2 } = input;
  const { cvc, ownerName, ownerPhoneNumber } = input;
  return { number, expiryMonth, expiryYear, registNo, passwordFront2, cvc, ownerName, ownerPhoneNumber };
}
