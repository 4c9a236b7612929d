import { z } from "zod";
import {
  openUnsent,
  concluded,
  isConcluded,
  isLostCard,
  type Attempt,
  type CallTime,
} from "../engine/attempt/attempt.ts";
import { routeFields, claimSending, isSettled, inFlight } from "../engine/attempt/sending.ts";
import { doneOr, type Evidence } from "../engine/attempt/evidence.ts";
import { commitOutcome, decideUnknown, type Flagged } from "../engine/attempt/flag.ts";
import { knownRefusal, type Found } from "../engine/attempt/call.ts";
import { withProviderMessage } from "../engine/attempt/scrub.ts";
import type { Release } from "./gateway.ts";
import type { ReleaseRefusal } from "./refusals.ts";
import { changeRecord, type Decision } from "../engine/commit/commit.ts";
import type { IndexedKind } from "../engine/commit/record.ts";
import type { Context } from "../context.ts";
import { errorCodes } from "../error-messages.ts";
import { ok, type Ok } from "../result.ts";
import type { Tenant } from "../engine/tenant/tenant.ts";
import { askKeyIn, promisesOf, renewedRoute, type GatewayContext } from "./context.ts";

/** The fields of every release, whatever the card was stored for. */
export const releaseFields = {
  ...routeFields,
  /** The key under which the card was, or may have been, stored. */
  tokenKey: z.string(),
  /** When the call that stored it was opened, and its deadline. */
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
interface ReleaseAttempt extends Attempt, ReleaseFields {}

type StoredCard = Omit<ReleaseFields, "firstSentAt" | "credentials" | "isRefused">;

/** It is due at the deadline, when no call can be using the card any more. */
export function openReleaseOf<Kind extends string>(
  what: { readonly key: string; readonly kind: Kind },
  stored: StoredCard,
  time: CallTime,
) {
  return { ...openUnsent(what, time), ...stored, credentials: null, firstSentAt: null, isRefused: false };
}

interface Releasing<Body extends ReleaseAttempt> {
  readonly record: IndexedKind<Body>;
  readonly attempt: Body;
}

interface ReleaseOutcome<Body extends ReleaseAttempt> extends Releasing<Body> {
  readonly found: Found<Release, ReleaseRefusal>;
  /**
   * Whether an operator entered it. That ends the release of a card whose token is unknown, whether or not its gateway
   * has it.
   */
  readonly byOperator?: boolean;
}

const minuteMs = 60_000;

/** Applies an outcome. Idempotent. A refused release is flagged for the operator, and so is one that takes too long. */
export function concludeRelease<Body extends ReleaseAttempt>(
  context: Context,
  tenant: Tenant,
  { record, attempt, found, byOperator = false }: ReleaseOutcome<Body>,
) {
  const { flagAfterMs } = context.settings;
  return commitOutcome(context, {
    tenant,
    lane: attempt.key,
    async load(read) {
      const [release] = await read(record.ref(attempt.key));
      if (release === undefined) throw new Error(`attempt ${attempt.key} has no record`);
      return release;
    },
    decide: (release, now): Decision<Ok<Flagged<Body>>> => {
      if (isConcluded(release)) return { answer: ok({ after: release }) };
      const isGone = found.outcome === "done" && found.value.tokenKey === release.tokenKey;
      if (byOperator && isLostCard(release)) return concludedBy(record, concluded(release, "DONE"));
      if (isGone || found.outcome === "not-found") {
        return concludedBy(record, concluded(release, "DONE", { deniedAt: isGone ? undefined : now }));
      }
      const isRefused = found.outcome === "refused";
      const finding = isRefused
        ? `the gateway refuses to release the card: ${knownRefusal(errorCodes, found.code)}`
        : undefined;
      // Waiting for the end of a payment is no sign of trouble.
      const isLate = release.firstSentAt !== null && now - release.firstSentAt >= flagAfterMs;
      const at = { now, flagAfterMs: Infinity, needsOperator: isRefused || isLate, finding };
      return decideUnknown(
        record,
        { ...withProviderMessage(release, found), isRefused },
        { ...at, ...(isRefused && { paceMs: minuteMs }) },
      );
    },
  });
}

function concludedBy<Body extends ReleaseAttempt>(record: IndexedKind<Body>, after: Body): Decision<Ok<Flagged<Body>>> {
  return { answer: ok({ after }), changes: { writes: [record.write(after)] } };
}

/** Applies evidence that an operator entered. */
export function resolveRelease<Body extends ReleaseAttempt>(
  context: Context,
  tenant: Tenant,
  { record, attempt, evidence }: Releasing<Body> & { readonly evidence: Evidence },
) {
  const found = doneOr(evidence, { tokenKey: attempt.tokenKey }, "PROVIDER_ERROR");
  return concludeRelease(context, tenant, { record, attempt, found, byOperator: true });
}

/** Postpones a release while a payment still uses the card. */
export function postponeRelease<Body extends ReleaseAttempt>(
  context: Context,
  tenant: Tenant,
  { record, attempt, until }: Releasing<Body> & { readonly until: number },
) {
  return changeRecord(context, tenant, {
    ref: record.ref(attempt.key),
    change: (release) => {
      if (release === undefined || isConcluded(release)) return [];
      return [record.write({ ...release, lookUpAt: until })];
    },
  });
}

/** After a day the first pause is an hour; the older the attempt, the longer the next one. */
const askAgainAfter = (release: ReleaseAttempt, now: number) =>
  now + Math.max(60 * minuteMs, Math.floor((now - release.openedAt) / 24));

/**
 * Ends the final look-up of a card that the gateway did not find. After a refusal or an unknown outcome the gateway may
 * have the card, and the look-up is repeated.
 */
function endFinalLookUp<Body extends ReleaseAttempt>(
  context: Context,
  tenant: Tenant,
  { record, attempt, isKnown }: Releasing<Body> & { readonly isKnown: boolean },
) {
  return changeRecord(context, tenant, {
    ref: record.ref(attempt.key),
    change: (release, now) => {
      if (release === undefined || release.lookUpAt === null) return [];
      return [record.write({ ...release, lookUpAt: isKnown ? null : askAgainAfter(release, now) })];
    },
  });
}

/** When the call that stored the card can no longer take effect; 0 if its answer has arrived. */
export function releasableAt(context: GatewayContext, tenant: Tenant, attempt: ReleaseAttempt) {
  const { token, tokenDeadline } = attempt;
  return token === null ? tokenDeadline + promisesOf(context, tenant, attempt).settlesWithinMs : 0;
}

/** Releases a card that no payment uses any more, once the call that stored it has settled. */
export async function releaseCard<Body extends ReleaseAttempt>(
  context: GatewayContext,
  tenant: Tenant,
  { record, attempt }: Releasing<Body>,
): Promise<Body> {
  const now = context.clock.now();
  const conclude = async (found: Found<Release, ReleaseRefusal>, of: Body) => {
    const after = await concludeRelease(context, tenant, { record, attempt: of, found });
    return after.ok ? after.value : of;
  };
  if (now < releasableAt(context, tenant, attempt)) return conclude(inFlight, attempt);
  if (!isSettled(attempt, promisesOf(context, tenant, attempt), now)) return conclude(inFlight, attempt);
  const renewed = await renewedRoute(context, tenant, attempt);
  const change = { firstSentAt: attempt.firstSentAt ?? now, ...renewed } as Partial<Body>;
  // The answer of the check may have arrived meanwhile: then a payment may be using the card.
  const isStale = (current: Body) => current.token !== attempt.token;
  const claimed = await claimSending(context, tenant, { record, attempt, change, isStale });
  if (claimed === undefined) return attempt;
  return conclude(await askToRelease(context, tenant, claimed), claimed);
}

/** Releases a card again that the gateway did not find: it may have been stored later than the gateway promises. */
export async function releaseAgain<Body extends ReleaseAttempt>(
  context: GatewayContext,
  tenant: Tenant,
  { record, attempt }: Releasing<Body>,
): Promise<unknown> {
  const isFree = isSettled(attempt, promisesOf(context, tenant, attempt), context.clock.now());
  if (!isFree) return endFinalLookUp(context, tenant, { record, attempt, isKnown: false });
  const change = (await renewedRoute(context, tenant, attempt)) as Partial<Body>;
  const claimed = await claimSending(context, tenant, { record, attempt, change });
  if (claimed === undefined) return undefined;
  const found = await askToRelease(context, tenant, claimed);
  // An answer about another card is no answer.
  const isGone = found.outcome === "done" && found.value.tokenKey === claimed.tokenKey;
  const isKnown = isGone || found.outcome === "not-found";
  return endFinalLookUp(context, tenant, { record, attempt, isKnown });
}

function askToRelease(context: GatewayContext, tenant: Tenant, attempt: ReleaseAttempt) {
  const { deadline: until, tokenKey, tokenAskedAt, token, storedBy } = attempt;
  const about = { tokenKey, tokenAskedAt, token, storedBy };
  return askKeyIn<Found<Release, ReleaseRefusal>>(context, { tenant, attempt, until }, (keyIn, question) =>
    keyIn.releaseToken({ ...question, ...about }),
  );
}
