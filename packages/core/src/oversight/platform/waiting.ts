import { z } from "zod";

import { aboutOf, bankAttemptRecord, releasesCard, type Attempt } from "../../engine/attempt/attempt.ts";
import type { AboutPayments } from "../../engine/attempt/flag.ts";
import { mostRecords, readOpenMatters } from "../backlog/backlog.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { payoutAttemptKey, payoutAttemptKind } from "../../payout/payout-attempt.ts";
import type { Payout } from "../../payout/payout.ts";
import type { ProviderSaid } from "../../ports.ts";
import { optionalOrNull, validate } from "../../engine/request/validate.ts";
import { ok } from "../../result.ts";
import { tenantId, type Mode, type Tenant } from "../../engine/tenant/tenant.ts";

/** A matter of a merchant that waits for its outcome or an operator. */
export interface WaitingMatter {
  readonly mId: number;
  readonly mode: Mode;
  /** How it is ended by evidence: `attempts.resolve` with the attempt's key, or `payouts.resolve` with the payout's id. */
  readonly what: "attempt" | "payout";
  /** The attempt's key, or the payout's id. */
  readonly id: string;
  /** Such as `approval`, `cancellation`, `payout`. */
  readonly kind: string;
  /** The intentKey or payout's id that it is about; its own key where it is about neither. */
  readonly about: string;
  /** Milliseconds since 1970: when the call was opened, or the payout ended. */
  readonly since: number;
  /** Whether it needs an operator. Otherwise look-ups continue, and may end it. */
  readonly flagged: boolean;
  /** Null if it is about no payment. */
  readonly orderId: string | null;
  /** Won; null if it moves no money. */
  readonly amount: number | null;
  readonly maskedNumber: string | null;
  /** The provider's last message, without card data; null if there is none. */
  readonly provider: ProviderSaid | null;
  /** Why the last outcome was unknown, without card data; null if the last one was known. */
  readonly unknownReason: string | null;
}

export interface Waiting {
  /** Whether there are more, or may be. */
  readonly hasMore: boolean;
  readonly items: readonly WaitingMatter[];
}

const waitingSchema = z.object({
  limit: optionalOrNull(
    z.int("must be a whole number").min(1, "must be at least 1").max(mostRecords, "must be at most 1,000"),
  ),
});

export type WaitingInput = z.input<typeof waitingSchema>;

export const waitingErrors = ["INVALID_REQUEST"] as const;

const usualLimit = 100;

/** All that waits, of all merchants, the oldest first. */
export async function listWaiting<Reach extends Context>(
  context: Reach,
  { input, aboutPayments }: { readonly input: WaitingInput; readonly aboutPayments: AboutPayments<Reach> },
) {
  const asked = validate(waitingSchema, input);
  if (!asked.ok) return asked;
  const { limit = usualLimit } = asked.value;
  const { unknown, ended, hasMore } = await readOpenMatters(context);
  const found = [
    ...unknown
      .filter(({ record }) => record.flagged || !releasesCard(record))
      .map(({ tenant, record }) => matterOf(tenant, record)),
    ...ended.map(({ tenant, record }) => reviewOf(tenant, record)),
  ].toSorted((one, other) => one.matter.since - other.matter.since);
  const shown = found.slice(0, limit);
  const items = await withDetails(context, shown, aboutPayments);
  return ok<Waiting>({ hasMore: hasMore || found.length > shown.length, items });
}

interface Found {
  readonly matter: WaitingMatter;
  readonly tenant: Tenant;
  readonly attempt?: Attempt;
}

function matterOf(tenant: Tenant, attempt: Attempt): Found {
  const { key, kind, openedAt: since, flagged, said, unknownReason, amount } = attempt;
  const about = aboutOf(attempt);
  const isPayout = kind === payoutAttemptKind;
  const matter: WaitingMatter = {
    ...tenant,
    what: isPayout ? "payout" : "attempt",
    id: isPayout ? about : key,
    kind,
    about,
    since,
    flagged,
    ...noPayment,
    amount: typeof amount === "number" ? amount : null,
    provider: said && { code: said.code, message: said.message },
    unknownReason,
  };
  return { matter, tenant, attempt };
}

const noPayment = { orderId: null, amount: null, maskedNumber: null };

function reviewOf(tenant: Tenant, { id, amount, statusUpdatedAt: since }: Payout): Found {
  const review = { what: "payout", id, kind: payoutAttemptKind, about: id, since, flagged: true } as const;
  return { matter: { ...tenant, ...review, ...noPayment, amount, provider: null, unknownReason: null }, tenant };
}

/** Adds the orders of payments, and the bank's words about payouts. */
async function withDetails<Reach extends Context>(
  context: Reach,
  found: readonly Found[],
  aboutPayments: AboutPayments<Reach>,
): Promise<readonly WaitingMatter[]> {
  const tenants = new Map(found.map(({ tenant }) => [tenantId(tenant), tenant]));
  const details = new Map<WaitingMatter, Partial<WaitingMatter>>();
  for (const [id, tenant] of tenants) {
    const its = found.filter((one) => tenantId(one.tenant) === id);
    const attempts = its.flatMap(({ attempt }) => attempt ?? []);
    const payments = await aboutPayments(context, tenant, attempts);
    for (const { matter, attempt } of its)
      if (attempt !== undefined) details.set(matter, { ...payments.get(attempt.key) });
    for (const [matter, provider] of await saidOfPayouts(context, tenant, its)) details.set(matter, { provider });
  }
  return found.map(({ matter }) => ({ ...matter, ...details.get(matter) }));
}

/** An ended payout has only our code; its submission has the bank's message. */
async function saidOfPayouts(context: Context, tenant: Tenant, found: readonly Found[]) {
  const reviewed = found.filter(({ attempt }) => attempt === undefined).map(({ matter }) => matter);
  const refs = reviewed.map(({ id }) => bankAttemptRecord.ref(payoutAttemptKey(id)));
  const submissions = await loadOnce(context, tenant, (read) => read(...refs));
  return reviewed.map((matter, index) => {
    const said = submissions[index]?.said;
    return [matter, said ? { code: said.code, message: said.message } : null] as const;
  });
}
