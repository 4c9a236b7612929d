import type { z } from "zod";

import { attemptWrite, concluded, isConcluded, openAttempt } from "../attempt/attempt.ts";
import { callProvider } from "../attempt/call.ts";
import type { AttemptKind } from "../attempt/drive.ts";
import { callNext, carryOut } from "../attempt/next-step.ts";
import { knownRefusal, type Found } from "../attempt/outcome.ts";
import {
  authenticationRefusals,
  type CardNetwork,
  type IssuedToken,
  type StoredCardDetails,
  type AuthenticationRefusal,
} from "../card-network/card-network.ts";
import { cardNetworkOf, type CardNetworkContext, noNetworkHere } from "../card-network/context.ts";
import { decideAndCommit, type Decision } from "../commit.ts";
import {
  prepareIdempotency,
  rememberRequest,
  type IdempotencyRecord,
  type IdempotentRequest,
  type RequestOptions,
} from "../idempotency/idempotency.ts";
import { idempotencyErrors, replay, replayCall } from "../idempotency/replay.ts";
import { failureOnDemand } from "../idempotency/test-code.ts";
import { merchantRef, notRegistered } from "../merchant/merchant.ts";
import { ok, refuse, type Ok, type Result } from "../result.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { validate } from "../validate.ts";
import {
  billingKeyRecord,
  billingKeyWrite,
  billkeyPrefix,
  billkeySchema,
  type BillingKey,
  type BillkeyView,
} from "./billing-key.ts";
import { cardProblems, issueSchema, type IssueBillingKeyInput } from "./issue-request.ts";
import { openRelease } from "./release-token.ts";
import { issueRecord, issueRefusals, releaseKey, releaseRecord, tokenKey, type IssueAttempt } from "./token-attempt.ts";

/** Every code that issuing a billing key may refuse with. */
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

interface Issuing {
  readonly hasContract: boolean;
  readonly record: IdempotencyRecord | undefined;
  /** The attempt of the earlier request with the same idempotency key. */
  readonly earlier: IssueAttempt | undefined;
}

interface Asked {
  readonly billkey: string;
  readonly customerId: string;
  readonly request: IdempotentRequest | undefined;
}

/**
 * Has the card network store a card, and answers the key that stands for it. What was sent of the card is in memory
 * only, and goes to the network alone. Where the network's answer is not known in time no key is issued, and the
 * network is told to forget the card.
 */
export async function issueBillingKey(
  context: CardNetworkContext,
  tenant: Tenant,
  { input, options = {} }: { readonly input: IssueBillingKeyInput; readonly options?: RequestOptions | undefined },
): Promise<Result<BillkeyView, (typeof issueBillingKeyErrors)[number]>> {
  const valid = validate(issueSchema, input);
  if (!valid.ok) return valid;
  const problems = cardProblems(valid.value, context.clock.now());
  const [problem] = problems;
  if (problem !== undefined) return refuse(problem.code, problems);
  const failure = failureOnDemand(tenant, options);
  if (failure !== undefined) return failure;
  const { customerId } = valid.value;
  // Of a card's number not even a digest is kept: a repeat is told by what may be shown of it.
  const request = await prepareIdempotency(
    context,
    ["issue-billing-key", { customerId, card: masked(valid.value.number) }],
    options,
  );
  if (!request.ok) return request;
  const network = cardNetworkOf(context, tenantId(tenant));
  if (network === undefined) return noNetworkHere;
  const asked: Asked = { billkey: billkeyPrefix + context.ids.random(20), customerId, request: request.value };
  const step = await firstStep(context, tenant, asked);
  if (!step.ok) return step;
  return carryOut(step.value, {
    unknown: () => "FAILED_BILL_KEY_AUTH_CREATION" as const,
    call: (attempt) => askForToken(context, tenant, { network, attempt, card: cardOf(valid.value) }),
    drive: (key) => giveUp(context, tenant, key),
  });
}

/** The digits of a card's number that may be kept: the first six and the last four. */
function masked(number: string): string {
  return `${number.slice(0, 6)}*${number.slice(-4)}`;
}

function cardOf(input: z.output<typeof issueSchema>): StoredCardDetails {
  const { number, expriationMM: expiryMonth, expriationYY: expiryYear, registNo, passwordFront2 } = input;
  const { cvc, ownerName, ownerPhoneNumber } = input;
  return { number, expiryMonth, expiryYear, registNo, passwordFront2, cvc, ownerName, ownerPhoneNumber };
}

function firstStep(context: CardNetworkContext, tenant: Tenant, asked: Asked) {
  const { billkey, request } = asked;
  const { requestDeadlineMs } = context.settings;
  return decideAndCommit(context, {
    tenant: tenantId(tenant),
    lane: billkey,
    async load(read): Promise<Issuing> {
      // The new attempt is read as well, so that its key is guarded as absent.
      const [merchant, record] = await read(merchantRef, request?.ref, issueRecord.ref(tokenKey(billkey)));
      const replayed = replay(request, record);
      const key = replayed !== undefined && "attempt" in replayed ? replayed.attempt : undefined;
      const [earlier] = await read(key === undefined ? undefined : issueRecord.ref(key));
      return { hasContract: merchant !== undefined, record, earlier };
    },
    decide: (issuing, now) => decideIssue(issuing, asked, { now, deadline: now + requestDeadlineMs }),
  });
}

function decideIssue(
  { hasContract, record, earlier }: Issuing,
  { billkey, customerId, request }: Asked,
  time: { readonly now: number; readonly deadline: number },
) {
  const replayed = replayCall(request, { record, attempt: earlier, now: time.now }, billkeySchema);
  if (replayed !== undefined) return { answer: replayed };
  if (!hasContract) return { answer: notRegistered };
  const opened = openAttempt({ key: tokenKey(billkey), kind: "token-issue" }, time);
  const attempt: IssueAttempt = { ...opened, billkey, customerId, answer: null };
  return {
    answer: callNext(attempt),
    changes: {
      writes: [attemptWrite(issueRecord, attempt), ...rememberRequest(request, { attempt: attempt.key })],
    },
  };
}

interface Call {
  readonly network: CardNetwork;
  readonly attempt: IssueAttempt;
  readonly card: StoredCardDetails;
}

async function askForToken(context: CardNetworkContext, tenant: Tenant, { network, attempt, card }: Call) {
  const { key, deadline } = attempt;
  const request = { key, deadline, tenant: tenantId(tenant), card };
  const found = await callProvider(context, attempt, () => network.issueToken(request));
  const after = await concludeIssue(context, tenant, { key, found });
  return after.ok ? after.value : undefined;
}

/** What came of the issuing of a token. */
interface IssueOutcome {
  readonly key: string;
  readonly found: Found<IssuedToken, AuthenticationRefusal>;
}

/**
 * Applies what came of it, whoever learned it. Only the request that sent the card can use the token: where that
 * does not learn of it in time, whatever was issued is given back. A concluded attempt stays as it is.
 */
function concludeIssue(context: CardNetworkContext, tenant: Tenant, { key, found }: IssueOutcome) {
  return decideAndCommit(context, {
    tenant: tenantId(tenant),
    lane: key,
    async load(read) {
      const [attempt] = await read(issueRecord.ref(key));
      if (attempt === undefined) throw new Error(`attempt ${key} has no record`);
      // Both are new, and read so that their keys are guarded as absent.
      await read(billingKeyRecord.ref(attempt.billkey), releaseRecord.ref(releaseKey(attempt.billkey)));
      return attempt;
    },
    decide: (attempt, now) => decideOutcome(attempt, found, now),
  });
}

function decideOutcome(attempt: IssueAttempt, found: IssueOutcome["found"], now: number): Decision<Ok<IssueAttempt>> {
  if (isConcluded(attempt)) return { answer: ok(attempt) };
  const { billkey, customerId } = attempt;
  if (found.outcome === "done" && isToken(attempt, found.value)) {
    const { token: cardToken, maskedNumber, issuerCode } = found.value;
    const done: IssueAttempt = { ...concluded(attempt, "DONE"), answer: ok({ billkey }) };
    const card = { cardToken, maskedNumber, issuerCode };
    const dates = { createdAt: now, deletedAt: null };
    const key: BillingKey = { billkey, customerId, ...card, status: "ACTIVE", ...dates, charging: [] };
    return { answer: ok(done), changes: { writes: [attemptWrite(issueRecord, done), billingKeyWrite(key)] } };
  }
  const code =
    found.outcome === "refused" ? knownRefusal(authenticationRefusals, found.code) : "FAILED_BILL_KEY_AUTH_CREATION";
  const refused: IssueAttempt = { ...concluded(attempt, "REFUSED"), answer: refuse(code) };
  const writes = [attemptWrite(issueRecord, refused)];
  // Nothing can be using the token, so it is given back at once.
  const release = openRelease(billkey, { now, deadline: now });
  if (found.outcome !== "refused") writes.push(attemptWrite(releaseRecord, release));
  return { answer: ok(refused), changes: { writes } };
}

function isToken({ key }: IssueAttempt, { key: named, token, maskedNumber, issuerCode }: IssuedToken): boolean {
  return (
    named === key &&
    /^[\x21-\x7e]{1,200}$/.test(token) &&
    /^[\d*]{1,20}$/.test(maskedNumber) &&
    /^[0-9A-Z]{2}$/.test(issuerCode)
  );
}

/** Ends an attempt whose request is gone: the card went with it. */
async function giveUp(context: CardNetworkContext, tenant: Tenant, key: string): Promise<IssueAttempt | undefined> {
  const found = { outcome: "unknown", reason: "the request that sent the card is gone" } as const;
  const after = await concludeIssue(context, tenant, { key, found });
  return after.ok ? after.value : undefined;
}

/** Nobody but its request can end it with a key, so by whoever else it is ended without one. */
export const issueKind: AttemptKind<CardNetworkContext, IssueAttempt> = {
  name: "token-issue",
  record: issueRecord,
  find: async (context, tenant, attempt) => (await giveUp(context, tenant, attempt.key)) ?? attempt,
  async resolve(context, tenant, { attempt }) {
    return ok(await giveUp(context, tenant, attempt.key));
  },
};
