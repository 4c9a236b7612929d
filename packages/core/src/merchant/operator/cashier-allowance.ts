import { z } from "zod";

import { dayInSeoul } from "../../engine/time/seoul-time.ts";
import { recordKind, type Change } from "../../engine/commit/record.ts";
import { ok, refuseField } from "../../result.ts";
import type { CashierLimits, Settings } from "../../settings.ts";
import { madeStorable } from "../../engine/text/storable-text.ts";
import type { OperatorRole } from "./operator.ts";

/** The operator who asks for a change; null for one whom a host application does not name. */
export interface ActingOperator {
  readonly operator: string | null;
  readonly role: OperatorRole;
}

const allowanceSchema = z.looseObject({
  /** The day in Seoul that the sum is of; another day begins with none. */
  day: z.string(),
  /** Won that the cashier has refunded, or may have, on that day. */
  taken: z.number(),
});

type Allowance = z.output<typeof allowanceSchema>;

/**
 * The sum that a cashier has refunded on a day. One record for each cashier is enough: it is read for the present day
 * only, so that none has to be purged.
 */
export const cashierAllowanceRecord = recordKind("cashierAllowance", allowanceSchema);

/** The allowance that a cancellation has taken from, so that its amount can be restored. */
export const takenAllowanceSchema = z.object({ cashier: z.string(), day: z.string() });

export type TakenAllowance = z.output<typeof takenAllowanceSchema>;

/** The cashier whose sum of the day counts; undefined for anyone else, and if no day has a limit. */
export function countedCashier({ cashierLimits }: Settings, by: ActingOperator | undefined): string | undefined {
  if (by?.role !== "cashier" || cashierLimits.perDay === undefined) return undefined;
  return madeStorable((by.operator ?? "-").slice(0, 200));
}

interface Wanted {
  readonly limits: CashierLimits;
  readonly by: ActingOperator | undefined;
  /** Of the cashier whose sum of the day counts. */
  readonly cashier: string | undefined;
  readonly before: Allowance | undefined;
  /** Won. */
  readonly amount: number;
  readonly now: number;
}

/**
 * Deducts an amount from a cashier's allowance, in the commit that opens the cancellation. So a process that dies has
 * either deducted it and left an attempt behind, whose end restores it if nothing was canceled, or has done neither.
 */
export function takeAllowance({ limits, by, cashier, before, amount, now }: Wanted) {
  const nothing = ok({ taken: undefined, writes: [] as readonly Change[] });
  if (by?.role !== "cashier") return nothing;
  const { perCancellation = Infinity, perDay = Infinity } = limits;
  if (amount > perCancellation) {
    return exceeded(`must be at most ${perCancellation} won in one cancellation of a cashier`);
  }
  if (cashier === undefined) return nothing;
  const day = dayInSeoul(now);
  const used = before?.day === day ? before.taken : 0;
  if (used + amount > perDay) {
    return exceeded(
      `must be at most ${Math.max(0, perDay - used)} won: ${used} of ${perDay} won a day are refunded already`,
    );
  }
  const writes = [cashierAllowanceRecord.write(cashier, { ...before, day, taken: used + amount })];
  return ok({ taken: { cashier, day } satisfies TakenAllowance, writes });
}

function exceeded(problem: string) {
  return refuseField("CASHIER_LIMIT_EXCEEDED", "cancelAmount", problem);
}

/** Restores an amount once it is certain that nothing was canceled. The sum of a day that is over does not count. */
export function restoreAllowance(
  taken: TakenAllowance | undefined,
  { before, amount }: { readonly before: Allowance | undefined; readonly amount: number },
): readonly Change[] {
  if (taken === undefined || before?.day !== taken.day) return [];
  return [cashierAllowanceRecord.write(taken.cashier, { ...before, taken: before.taken - amount })];
}
