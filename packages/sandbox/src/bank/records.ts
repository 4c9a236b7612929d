import type { BankPayout, PayoutRefusal, PayoutSlot, TenantId } from "@wonflow/core";
import { type Bookkeeping, recordKey } from "../calls/book.ts";
import { addSent, noLateCalls, type LateCalls } from "../calls/late-calls.ts";
import {
  readJournalEntry,
  type CallEntry,
  type JournalEntry,
  type LateCall,
  type PayoutEntry,
} from "./journal-entry.ts";

export type PayoutStep = Pick<BankPayout, "status" | "at" | "reason">;

export interface PayoutRecord extends PayoutSlot {
  readonly tenant: TenantId;
  readonly key: string;
  /** Won. */
  readonly amount: number;
  /** Milliseconds since 1970. */
  readonly arrivedAt: number;
  /** The code if the bank refused it on arrival. */
  readonly refused: PayoutRefusal | null;
  /** Oldest first; empty if it was refused. */
  readonly steps: readonly PayoutStep[];
  readonly status: BankPayout["status"] | "REFUSED";
}

export interface BankRecords {
  readonly calls: Map<string, CallEntry>;
  readonly late: LateCalls<LateCall>;
  readonly sellers: Set<string>;
  /** The first request for each slot, accepted or not. */
  readonly slots: Map<string, PayoutEntry>;
}

export const bookkeeping: Bookkeeping<JournalEntry, BankRecords> = {
  read: readJournalEntry,
  empty: () => ({ calls: new Map(), late: noLateCalls(), sellers: new Set(), slots: new Map() }),
  add(records, entry) {
    if (entry.op === "sent") return addSent(records.late, entry);
    if (entry.op !== "arrived") return addCall(records, entry);
    records.late.onTheWay.delete(entry.number);
    if (entry.entry !== null) addCall(records, entry.entry);
  },
};

function addCall(records: BankRecords, entry: CallEntry): void {
  records.calls.set(recordKey(entry.tenant, entry.key), entry);
  if (entry.op === "register") {
    if (entry.refused === null) records.sellers.add(recordKey(entry.tenant, entry.externalSellerId));
    return;
  }
  const slot = slotKey(entry);
  if (!records.slots.has(slot)) records.slots.set(slot, entry);
}

export function slotKey({ tenant, payee, payoutDate }: PayoutSlot & { readonly tenant: TenantId }): string {
  const who = payee.type === "SELLER" ? payee.externalSellerId : "";
  return recordKey(tenant, `${payoutDate} ${payee.type} ${who}`);
}

export function payoutEntries(records: BankRecords): readonly PayoutEntry[] {
  return [...records.calls.values()].filter((entry) => entry.op === "submit");
}

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

/** Won paid for a payout, less what was returned. */
export function paidOf({ amount, steps }: PayoutRecord): number {
  const times = (status: PayoutStep["status"]) => steps.filter((step) => step.status === status).length;
  return amount * (times("PAID") - times("RETURNED"));
}
