import { concluded, isConcluded } from "../attempt/attempt.ts";
import { commitOutcome, decideUnknown, type Flagged } from "../attempt/flag.ts";
import { knownRefusal, type Outcome } from "../attempt/outcome.ts";
import type { Release, ReleaseRefusal } from "../card-network/card-network.ts";
import type { CardNetworkContext } from "../card-network/context.ts";
import type { Decision } from "../commit/commit.ts";
import { errorCodes } from "../errors.ts";
import { ok, type Ok } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { releaseRecord, type ReleaseAttempt } from "./token-release-attempt.ts";

export interface ReleaseOutcome {
  readonly attempt: ReleaseAttempt;
  readonly found: Outcome<Release, ReleaseRefusal>;
}

/** Applies an outcome. Idempotent. A network that refuses to forget a card needs people. */
export function concludeRelease(context: CardNetworkContext, tenant: Tenant, { attempt, found }: ReleaseOutcome) {
  const { flagAfterMs } = context.settings;
  return commitOutcome(context, {
    tenant,
    lane: attempt.key,
    async load(read) {
      const [release] = await read(releaseRecord.ref(attempt.key));
      if (release === undefined) throw new Error(`attempt ${attempt.key} has no record`);
      return release;
    },
    decide: (release, now) => decideRelease(release, found, { now, flagAfterMs }),
  });
}

function decideRelease(
  release: ReleaseAttempt,
  found: ReleaseOutcome["found"],
  at: { readonly now: number; readonly flagAfterMs: number },
): Decision<Ok<Flagged<ReleaseAttempt>>> {
  if (isConcluded(release)) return { answer: ok({ after: release }) };
  if (found.outcome === "done" && found.value.tokenKey === release.tokenKey) {
    const done = concluded(release, "DONE");
    return { answer: ok({ after: done }), changes: { writes: [releaseRecord.write(done)] } };
  }
  const isRefused = found.outcome === "refused";
  const finding = isRefused
    ? `the network refuses to take the token back: ${knownRefusal(errorCodes, found.code)}`
    : undefined;
  return decideUnknown(releaseRecord, release, { ...at, needsPeople: isRefused, finding });
}
