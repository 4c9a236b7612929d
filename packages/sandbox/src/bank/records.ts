import type { BankPayout, PayoutRefusal, PayoutSlot, TenantId } from "@wonflow/core";
import type { Bookkeeping } from "../calls/book.ts";
import { recordKey } from "../calls/decision.ts";
import { readJournalEntry, type JournalEntry, type PayoutEntry } from "./journal-entry.ts";

/** A status of a payout, and since when it has it. */
export type PayoutStep = Pick<BankPayout, "status" | "at" | "reason">;

/** Everything the bank knows of one request for a payout that arrived. */
export interface PayoutRecord extends PayoutSlot {
  readonly tenant: TenantId;
  readonly key: string;
  /** Won. */
  readonly amount: number;
  /** When it arrived, milliseconds since 1970. */
  readonly arrivedAt: number;
  /** The code with which it was refused when it arrived. */
  readonly refused: PayoutRefusal | null;
  /** What has become of it by now, oldest first; nothing if it was refused. */
  readonly steps: readonly PayoutStep[];
  readonly status: BankPayout["status"] | "REFUSED";
}

/** What the bank remembers. */
export interface BankRecords {
  /** Every decided call by its key. */
  readonly calls: Map<string, JournalEntry>;
  /** The ids of sellers. */
  readonly sellers: Set<string>;
  /** The first request that arrived for each slot, accepted or not. */
  readonly slots: Map<string, PayoutEntry>;
}

/** How the bank reads its journal. */
export const bookkeeping: Bookkeeping<JournalEntry, BankRecords> = {
  read: readJournalEntry,
  empty: () => ({ calls: new Map(), sellers: new Set(), slots: new Map() }),
  add(records, entry) {
    records.calls.set(recordKey(entry.tenant, entry.key), entry);
    if (entry.op === "register") {
      if (entry.refused === null) records.sellers.add(recordKey(entry.tenant, entry.externalSellerId));
      return;
    }
    const slot = slotKey(entry);
    if (!records.slots.has(slot)) records.slots.set(slot, entry);
  },
};

export function slotKey({ tenant, payee, payoutDate }: PayoutSlot & { readonly tenant: TenantId }): string {
  const who = payee.type === "SELLER" ? payee.externalSellerId : "";
  return recordKey(tenant, `${payoutDate} ${payee.type} ${who}`);
}

/** Every request for a payout that arrived, oldest first. */
export function payoutEntries(records: BankRecords): readonly PayoutEntry[] {
  return [...records.calls.values()].filter((entry) => entry.op === "submit");
}

/** What has become of an accepted payout by now, oldest first. */
export function stepsUntil(entry: PayoutEntry, nowMs: number): readonly [PayoutStep, ...PayoutStep[]] {
  const accepted = { status: "ACCEPTED", at: entry.at, reason: null } as const;
  return [accepted, ...entry.course.filter(({ at }) => at <= nowMs)];
}

export function recordOf(entry: PayoutEntry, nowMs: number): PayoutRecord {
  const { tenant, key, amount, at, refused, payee, payoutDate } = entry;
  const steps = refused === null ? stepsUntil(entry, nowMs) : [];
  const status = steps.at(-1)?.status ?? "REFUSED";
  return { tenant, key, payee, payoutDate, amount, arrivedAt: at, refused, steps, status };
}

/** Won that left for a payout, less what came back. */
export function paidOf({ amount, steps }: PayoutRecord): number {
  const times = (status: PayoutStep["status"]) => steps.filter((step) => step.status === status).length;
  return amount * (times("PAID") - times("RETURNED"));
}
