import type { Found } from "../../engine/attempt/call.ts";
import { claimSending, isSettled, inFlight } from "../../engine/attempt/sending.ts";
import type { Release } from "../gateway.ts";
import type { ReleaseRefusal } from "../refusals.ts";
import { askGateway, promisesOf, renewedRoute, type GatewayContext } from "../context.ts";
import type { IndexedKind } from "../../engine/commit/record.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import type { ReleaseAttempt } from "./release-attempt.ts";
import { concludeRelease, endFinalLookUp } from "./release-outcome.ts";

export interface Releasing<Body extends ReleaseAttempt> {
  readonly record: IndexedKind<Body>;
  readonly attempt: Body;
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
  const isKnown = found.outcome === "done" || found.outcome === "not-found";
  return endFinalLookUp(context, tenant, { record, attempt, isKnown });
}

function askToRelease(context: GatewayContext, tenant: Tenant, attempt: ReleaseAttempt) {
  const { deadline: until, tokenKey, tokenAskedAt, token, storedBy } = attempt;
  const about = { tokenKey, tokenAskedAt, token, storedBy };
  return askGateway<Found<Release, ReleaseRefusal>>(context, { tenant, attempt, until }, (gateway, question) =>
    gateway.releaseToken({ ...question, ...about }),
  );
}
