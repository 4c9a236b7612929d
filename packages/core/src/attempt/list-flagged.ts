import { z } from "zod";

import { loadOnce } from "../commit/commit.ts";
import { listPage } from "../commit/list-page.ts";
import type { Context } from "../context.ts";
import { intentRecord, type Intent } from "../payment/intent.ts";
import type { PageInput } from "../request/page.ts";
import { ok } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { attemptRecord, flaggedList, methodKey, type Attempt, type AttemptStatus } from "./attempt.ts";
import type { ProviderSaid } from "./outcome.ts";

/** An attempt that people should look at. Times are in milliseconds since 1970. */
export interface FlaggedAttempt {
  /** The provider knows the call by it. */
  readonly key: string;
  /** Such as `approval`, `reversal`, `cancellation`. */
  readonly kind: string;
  readonly status: AttemptStatus;
  readonly openedAt: number;
  readonly lookUps: number;
  readonly mId: number;
  /** Null where the attempt is about no payment, such as a payout or a stored card. */
  readonly payment: AttemptedPayment | null;
  /** What the provider said last, without card data; null where it said nothing. For operators only. */
  readonly provider: ProviderSaid | null;
  /** Why the last outcome was unknown, without card data; null where the last one was not. */
  readonly unknownReason: string | null;
}

export interface AttemptedPayment {
  readonly orderId: string;
  /** The amount of this call, in won; the whole payment's where the call has none. */
  readonly amount: number;
  /** Null where the card was not checked. */
  readonly maskedNumber: string | null;
}

export const listFlaggedErrors = ["INVALID_REQUEST"] as const;

export async function listFlagged(context: Context, tenant: Tenant, input: PageInput) {
  const list = { tenant, list: flaggedList, order: "ascending" } as const;
  const page = await listPage(context, { ...list, kind: attemptRecord, view: (attempt) => attempt }, input);
  if (!page.ok) return page;
  const { items } = page.value;
  const intents = await paymentsOf(context, tenant, items);
  return ok({ ...page.value, items: items.map((attempt) => viewAttempt(tenant, attempt, intents)) });
}

/** The fields of attempts about a payment. */
const aboutSchema = z.looseObject({
  intentKey: z.string(),
  amount: z.number().optional(),
  approvalKey: z.string().optional(),
  tokenKey: z.string().optional(),
});

type About = z.output<typeof aboutSchema>;

/** By their keys. */
type Intents = ReadonlyMap<string, Intent>;

/** How many payments are read at once. */
const together = 100;

/** The payments that attempts are about. */
export async function paymentsOf(context: Context, tenant: Tenant, attempts: readonly Attempt[]): Promise<Intents> {
  const keys = [...new Set(attempts.flatMap((attempt) => aboutSchema.safeParse(attempt).data?.intentKey ?? []))];
  const intents = new Map<string, Intent>();
  for (let from = 0; from < keys.length; from += together) {
    const refs = keys.slice(from, from + together).map((key) => intentRecord.ref(key));
    for (const intent of await loadOnce(context, tenant, (read) => read(...refs))) {
      if (intent !== undefined) intents.set(intent.intentKey, intent);
    }
  }
  return intents;
}

export function viewAttempt({ mId }: Tenant, attempt: Attempt, intents: Intents): FlaggedAttempt {
  const { key, kind, status, openedAt, lookUps, said, unknownReason } = attempt;
  const about = aboutSchema.safeParse(attempt).data;
  const intent = about === undefined ? undefined : intents.get(about.intentKey);
  const payment = about === undefined || intent === undefined ? null : paymentOf(intent, about);
  const provider = said === null ? null : { code: said.code, message: said.message };
  return { key, kind, status, openedAt, lookUps, mId, payment, provider, unknownReason };
}

function paymentOf({ intentKey, orderId, totalAmount, methods }: Intent, about: About): AttemptedPayment {
  const method = methods.find(({ tokenKey }, index) => {
    if (about.approvalKey === undefined) return tokenKey !== null && tokenKey === about.tokenKey;
    return about.approvalKey === methodKey("approval", intentKey, index + 1);
  });
  return { orderId, amount: about.amount ?? totalAmount, maskedNumber: method?.maskedNumber ?? null };
}
