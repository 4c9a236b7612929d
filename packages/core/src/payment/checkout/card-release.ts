import { z } from "zod";
import {
  attemptKindRecord,
  attemptKindSchema,
  concluded,
  isConcluded,
  type CallTime,
} from "../../engine/attempt/attempt.ts";
import type { AttemptKind } from "../../engine/attempt/lost-answer.ts";
import type { GatewayContext } from "../../gateway/context.ts";
import {
  openReleaseOf,
  releaseFields,
  postponeRelease,
  resolveRelease,
  releasableAt,
  releaseAgain,
  releaseCard,
} from "../../gateway/card-token-release.ts";
import { changeRecord, loadOnce } from "../../engine/commit/commit.ts";
import type { Change, IndexedKind } from "../../engine/commit/record.ts";
import type { Context } from "../../context.ts";
import { releaseKey } from "../intent/attempt-keys.ts";
import { intentRecord, type Intent } from "../intent/intent.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";

const cardReleaseSchema = attemptKindSchema("card-release", { intentKey: z.string(), ...releaseFields });

export type CardRelease = z.output<typeof cardReleaseSchema>;

/** Releases a card that its gateway stored when it was checked. It is committed with the counted try. */
export const cardReleaseRecord: IndexedKind<CardRelease> = attemptKindRecord(cardReleaseSchema);

const record = cardReleaseRecord;

export function openCardRelease(
  { intentKey, tokenKey, gateway }: Pick<CardRelease, "intentKey" | "tokenKey" | "gateway">,
  time: CallTime,
): CardRelease {
  const asked = { tokenAskedAt: time.now, tokenDeadline: time.deadline, token: null };
  const stored = { ...asked, gateway, tokenKey, storedBy: "authenticate" } as const;
  return { ...openReleaseOf({ key: releaseKey(tokenKey), kind: "card-release" }, stored, time), intentKey };
}

/** Applies the answer of a check: the token that the card was stored under, or that it was not stored. */
export function withAnswer(
  release: CardRelease | undefined,
  checked: { readonly outcome: string; readonly value?: { readonly token: string } },
): readonly Change[] {
  if (release === undefined || isConcluded(release)) return [];
  if (checked.outcome === "refused") return [record.write(concluded(release, "DONE"))];
  return checked.value === undefined ? [] : [record.write({ ...release, token: checked.value.token })];
}

/** Whether a card is released, or about to be: its link can no longer use it. */
export function isReleasing(release: CardRelease | undefined): boolean {
  return release !== undefined && (isConcluded(release) || release.sendings > 0);
}

/** Keeps the token of a card whose link ended while the card was checked. */
export function keepToken(
  context: Context,
  tenant: Tenant,
  { tokenKey, token }: { readonly tokenKey: string; readonly token: string },
) {
  return changeRecord(context, tenant, {
    ref: record.ref(releaseKey(tokenKey)),
    lane: tokenKey,
    change: (release) => withAnswer(release, { outcome: "done", value: { token } }),
  });
}

/** Releases a card once no payment can be made with it any more. */
export const cardReleaseKind: AttemptKind<GatewayContext, CardRelease> = {
  name: "card-release",
  record,
  async findOut(context, tenant, attempt) {
    // Taken before the read, so that no approval which is opened after it can still be sent.
    const now = context.clock.now();
    const [intent] = await loadOnce(context, tenant, (read) => read(intentRecord.ref(attempt.intentKey)));
    const until = Math.max(usedUntil(context, { intent, attempt, now }), releasableAt(context, tenant, attempt));
    if (until <= now) return releaseCard(context, tenant, { record, attempt });
    await postponeRelease(context, tenant, { record, attempt, until: Math.min(until, now + longestWaitMs) });
    return attempt;
  },
  lookAgain: (context, tenant, attempt) => releaseAgain(context, tenant, { record, attempt }),
  resolve: (context, tenant, resolved) => resolveRelease(context, tenant, { record, ...resolved }),
};

const minuteMs = 60_000;
const longestWaitMs = 60 * minuteMs;

interface Use {
  readonly intent: Intent | undefined;
  readonly attempt: CardRelease;
  readonly now: number;
}

/** Until when a payment may use the card, as far as is known now. */
function usedUntil({ settings }: Context, { intent, attempt, now }: Use): number {
  if (intent?.methods[0]?.tokenKey !== attempt.tokenKey) return 0;
  if (intent.openAttempt !== null) return now + minuteMs;
  if (intent.status !== "IN_PROGRESS") return 0;
  // A confirm that began in time may still open its approval, and send it.
  return (intent.confirmBy ?? 0) + settings.requestDeadlineMs;
}
