import { listPage } from "../commit/list-page.ts";
import type { Context } from "../../context.ts";
import type { PageInput } from "../request/page.ts";
import { ok } from "../../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { attemptRecord, flaggedList, isLostCard, type Attempt, type AttemptStatus } from "./attempt.ts";
import type { ProviderSaid } from "../../ports.ts";

/** An attempt that needs an operator. Times are in milliseconds since 1970. */
export interface FlaggedAttempt {
  /** The provider knows the call by it. */
  readonly key: string;
  /** Such as `approval`, `reversal`, `cancellation`. */
  readonly kind: string;
  readonly status: AttemptStatus;
  readonly openedAt: number;
  readonly lookUps: number;
  readonly mId: number;
  /** The name under which its gateway is bound; null for a call to a payout bank. */
  readonly gateway: string | null;
  /**
   * Whether it releases a stored card whose token is unknown, because its answer was lost and the gateway does not find
   * it by its key. Without the token the card can't be charged: evidence of either outcome ends the attempt.
   */
  readonly isLostCard: boolean;
  /** Null if the attempt is about no payment, such as a payout or a stored card. */
  readonly payment: AttemptedPayment | null;
  /** The provider's last message, without card data; null if there is none. For operators only. */
  readonly provider: ProviderSaid | null;
  /** Why the last outcome was unknown, without card data; null if the last one was known. */
  readonly unknownReason: string | null;
}

export interface AttemptedPayment {
  readonly orderId: string;
  /** The amount of this call, in won; the whole payment's where the call has none. */
  readonly amount: number;
  /** Null if the card was not checked. */
  readonly maskedNumber: string | null;
}

/** Finds the payments that attempts are about, by the attempts' keys. */
export type AboutPayments<Reach extends Context> = (
  context: Reach,
  tenant: Tenant,
  attempts: readonly Attempt[],
) => Promise<ReadonlyMap<string, AttemptedPayment>>;

export const listFlaggedErrors = ["INVALID_REQUEST"] as const;

export async function listFlagged<Reach extends Context>(
  context: Reach,
  tenant: Tenant,
  { input, aboutPayments }: { readonly input: PageInput; readonly aboutPayments: AboutPayments<Reach> },
) {
  const list = { tenant, list: flaggedList, order: "ascending" } as const;
  const page = await listPage(context, { ...list, kind: attemptRecord, view: (attempt) => attempt }, input);
  if (!page.ok) return page;
  const { items } = page.value;
  const payments = await aboutPayments(context, tenant, items);
  return ok({ ...page.value, items: items.map((attempt) => viewAttempt(tenant, attempt, payments.get(attempt.key))) });
}

export function viewAttempt({ mId }: Tenant, attempt: Attempt, payment: AttemptedPayment | undefined): FlaggedAttempt {
  const { key, kind, status, openedAt, lookUps, said, unknownReason, gateway } = attempt;
  const provider = said === null ? null : { code: said.code, message: said.message };
  return {
    key,
    kind,
    status,
    openedAt,
    lookUps,
    mId,
    gateway: typeof gateway === "string" ? gateway : null,
    isLostCard: isLostCard(attempt),
    payment: payment ?? null,
    provider,
    unknownReason,
  };
}
