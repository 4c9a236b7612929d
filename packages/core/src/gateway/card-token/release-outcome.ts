import { concluded, isConcluded, isLostCard } from "../../engine/attempt/attempt.ts";
import { doneOr, type Evidence } from "../../engine/attempt/evidence.ts";
import { commitOutcome, decideUnknown, type Flagged } from "../../engine/attempt/flag.ts";
import { knownRefusal, type Found } from "../../engine/attempt/call.ts";
import { heard } from "../../engine/attempt/scrub.ts";
import type { Release } from "../gateway.ts";
import type { ReleaseRefusal } from "../refusals.ts";
import { decideAndCommit, type Decision } from "../../engine/commit/commit.ts";
import type { IndexedKind } from "../../engine/commit/record.ts";
import type { Context } from "../../context.ts";
import { errorCodes } from "../../errors.ts";
import { ok, type Ok } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import type { ReleaseAttempt } from "./release-attempt.ts";

export interface ReleaseOutcome<Body extends ReleaseAttempt> {
  readonly record: IndexedKind<Body>;
  readonly attempt: Body;
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
        return concludedBy(record, concluded(release, "DONE", { notFoundAt: isGone ? undefined : now }));
      }
      const isRefused = found.outcome === "refused";
      const finding = isRefused
        ? `the gateway refuses to release the card: ${knownRefusal(errorCodes, found.code)}`
        : undefined;
      // Waiting for the end of a payment is no sign of trouble.
      const isLate = release.firstSentAt !== null && now - release.firstSentAt >= flagAfterMs;
      const at = { now, flagAfterMs: Infinity, needsPeople: isRefused || isLate, finding };
      return decideUnknown(
        record,
        { ...heard(release, found), isRefused },
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
  { record, attempt, evidence }: Pick<ReleaseOutcome<Body>, "record" | "attempt"> & { readonly evidence: Evidence },
) {
  const found = doneOr(evidence, { tokenKey: attempt.tokenKey }, "PROVIDER_ERROR");
  return concludeRelease(context, tenant, { record, attempt, found, byOperator: true });
}

/** Postpones a release while a payment still uses the card. */
export function postponeRelease<Body extends ReleaseAttempt>(
  context: Context,
  tenant: Tenant,
  { record, attempt, until }: { readonly record: IndexedKind<Body>; readonly attempt: Body; readonly until: number },
) {
  return decideAndCommit(context, {
    tenant,
    lane: attempt.key,
    load: (read) => read(record.ref(attempt.key)),
    decide: ([release]) => {
      if (release === undefined || isConcluded(release)) return { answer: ok(undefined) };
      return { answer: ok(undefined), changes: { writes: [record.write({ ...release, lookUpAt: until })] } };
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
export function endFinalLookUp<Body extends ReleaseAttempt>(
  context: Context,
  tenant: Tenant,
  {
    record,
    attempt,
    isKnown,
  }: { readonly record: IndexedKind<Body>; readonly attempt: Body; readonly isKnown: boolean },
) {
  return decideAndCommit(context, {
    tenant,
    lane: attempt.key,
    load: (read) => read(record.ref(attempt.key)),
    decide: ([release], now) => {
      if (release === undefined || release.lookUpAt === null) return { answer: ok(undefined) };
      const lookUpAt = isKnown ? null : askAgainAfter(release, now);
      return { answer: ok(undefined), changes: { writes: [record.write({ ...release, lookUpAt })] } };
    },
  });
}
