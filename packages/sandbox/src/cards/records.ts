import type { ApprovalRefusal, TenantId, AuthenticationRefusal } from "@wonflow/core";
import { type Bookkeeping, recordKey } from "../calls/book.ts";
import type { Provider } from "../calls/provider.ts";
import { addSent, noLateCalls, type LateCalls } from "../calls/late-calls.ts";
import {
  readJournalEntry,
  type ApprovalEntry,
  type CallEntry,
  type CancellationEntry,
  type ChoiceEntry,
  type JournalEntry,
  type OpeningEntry,
  type ReleaseEntry,
  type ReversalEntry,
  type TokenEntry,
} from "./journal-entry.ts";
import type { LateCall } from "./late-call.ts";

export interface CancellationRecord {
  readonly key: string;
  readonly amount: number;
  /** The part of it without VAT, in won. */
  readonly taxFreeAmount: number;
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly canceledAt: number;
  /** The gateway's own reference; null in records of earlier versions of the sandbox. */
  readonly reference: string | null;
}

export interface ApprovalRecord {
  readonly tenant: TenantId;
  readonly key: string;
  /**
   * - `APPROVED`: it is approved, perhaps canceled in part or in full
   * - `REFUSED`: it arrived and was refused, with `refused`
   * - `REVERSED`: it was approved and then undone
   * - `TOMBSTONED`: it was undone before it arrived, and never will be approved
   */
  readonly state: "APPROVED" | "REFUSED" | "REVERSED" | "TOMBSTONED";
  /** Won as requested; 0 for a tombstone, which has no request. */
  readonly amount: number;
  /** The part of it without VAT, in won. */
  readonly taxFreeAmount: number;
  /** 0 for a lump sum. */
  readonly installmentPlanMonths: number;
  readonly canceledAmount: number;
  readonly refused: ApprovalRefusal | null;
  readonly cardToken: string | null;
  /** The opening of the window that authenticated it; null for a typed or stored card. */
  readonly openingKey: string | null;
  readonly approvalNumber: string | null;
  /** Milliseconds since 1970. */
  readonly arrivedAt: number | null;
  /** When it was reversed or tombstoned, milliseconds since 1970. */
  readonly reversedAt: number | null;
  readonly cancellations: readonly CancellationRecord[];
}

export interface TokenRecord {
  readonly tenant: TenantId;
  readonly key: string;
  /** The call that stored the card; null for a tombstone. */
  readonly storedBy: "authenticate" | "issueToken" | null;
  /**
   * - `ISSUED`: it is valid
   * - `REFUSED`: its issuing arrived and was refused, with `refused`
   * - `RELEASED`: it was issued and then released
   * - `TOMBSTONED`: it was released before its issuing arrived, and will never be issued
   */
  readonly state: "ISSUED" | "REFUSED" | "RELEASED" | "TOMBSTONED";
  readonly refused: AuthenticationRefusal | null;
  readonly cardToken: string | null;
  /** When the request arrived, milliseconds since 1970. */
  readonly arrivedAt: number | null;
  /** When it was released or tombstoned, milliseconds since 1970. */
  readonly releasedAt: number | null;
}

/** An opening of the simulated window. */
export interface OpeningRecord extends Omit<OpeningEntry, "op" | "refused" | "at"> {
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  /** What the buyer did in it; null so far. */
  readonly chosen: ChoiceEntry | null;
}

export interface GatewayRecords {
  readonly openings: Map<string, OpeningRecord>;
  readonly calls: Map<string, CallEntry>;
  readonly late: LateCalls<LateCall>;
  readonly approvals: Map<string, ApprovalRecord>;
  readonly tokens: Map<string, TokenRecord>;
  readonly releasedTokens: Set<string>;
}

export type CardOperation =
  | "authenticate"
  | "issueToken"
  | "releaseToken"
  | "approve"
  | "cancel"
  | "reverse"
  | "lookUp"
  | "statement"
  | "begin"
  | "finish";

export type CardProvider = Provider<CardOperation, CallEntry, LateCall, GatewayRecords>;

export const bookkeeping: Bookkeeping<JournalEntry, GatewayRecords> = {
  read: readJournalEntry,
  empty: () => ({
    calls: new Map(),
    openings: new Map(),
    late: noLateCalls(),
    approvals: new Map(),
    tokens: new Map(),
    releasedTokens: new Set(),
  }),
  add(records, entry) {
    if (entry.op === "sent") return addSent(records.late, entry);
    if (entry.op !== "arrived") return addCall(records, entry);
    records.late.onTheWay.delete(entry.number);
    if (entry.entry !== null) addCall(records, entry.entry);
  },
};

function addCall(records: GatewayRecords, entry: CallEntry): void {
  records.calls.set(recordKey(entry.tenant, entry.key), entry);
  if (entry.op === "begin") return addOpening(records, entry);
  if (entry.op === "choose") return addChoice(records, entry);
  if (entry.op === "approve") return addApproval(records, entry);
  if (entry.op === "issueToken" || entry.op === "authenticate") return addToken(records, entry);
  if (entry.refused !== null) return;
  if (entry.op === "cancel") addCancellation(records, entry);
  if (entry.op === "reverse") addReversal(records, entry);
  if (entry.op === "releaseToken") addRelease(records, entry);
}

function addOpening(records: GatewayRecords, { op: _op, refused: _refused, at, ...opening }: OpeningEntry): void {
  records.openings.set(recordKey(opening.tenant, opening.key), { ...opening, openedAt: at, chosen: null });
}

function addChoice(records: GatewayRecords, entry: ChoiceEntry): void {
  const id = recordKey(entry.tenant, entry.openingKey);
  const opening = records.openings.get(id);
  if (opening === undefined) throw new Error(`Choice ${entry.key} names an opening that does not exist.`);
  records.openings.set(id, { ...opening, chosen: entry });
}

function addApproval(records: GatewayRecords, entry: ApprovalEntry): void {
  records.approvals.set(recordKey(entry.tenant, entry.key), {
    tenant: entry.tenant,
    key: entry.key,
    state: entry.refused === null ? "APPROVED" : "REFUSED",
    amount: entry.amount,
    taxFreeAmount: entry.taxFreeAmount,
    installmentPlanMonths: entry.installmentPlanMonths,
    canceledAmount: 0,
    refused: entry.refused,
    cardToken: entry.cardToken,
    openingKey: entry.openingKey,
    approvalNumber: entry.refused === null ? entry.approvalNumber : null,
    arrivedAt: entry.at,
    reversedAt: null,
    cancellations: [],
  });
}

function addCancellation(records: GatewayRecords, entry: CancellationEntry): void {
  const id = recordKey(entry.tenant, entry.approvalKey);
  const approval = records.approvals.get(id);
  if (approval === undefined) throw new Error(`Cancellation ${entry.key} names an approval that does not exist.`);
  records.approvals.set(id, {
    ...approval,
    canceledAmount: approval.canceledAmount + entry.amount,
    cancellations: [...approval.cancellations, cancellationOf(entry)],
  });
}

function cancellationOf(entry: CancellationEntry): CancellationRecord {
  const { key, amount, taxFreeAmount, reason, at: canceledAt, reference } = entry;
  return { key, amount, taxFreeAmount, reason, canceledAt, reference };
}

function addReversal(records: GatewayRecords, entry: ReversalEntry): void {
  const id = recordKey(entry.tenant, entry.approvalKey);
  const approval = records.approvals.get(id);
  if (approval === undefined) records.approvals.set(id, tombstone(entry));
  else if (approval.state === "APPROVED") {
    records.approvals.set(id, { ...approval, state: "REVERSED", reversedAt: entry.at });
  }
}

function tombstone(entry: ReversalEntry): ApprovalRecord {
  return {
    tenant: entry.tenant,
    key: entry.approvalKey,
    state: "TOMBSTONED",
    amount: 0,
    taxFreeAmount: 0,
    installmentPlanMonths: 0,
    canceledAmount: 0,
    refused: null,
    cardToken: null,
    openingKey: null,
    approvalNumber: null,
    arrivedAt: null,
    reversedAt: entry.at,
    cancellations: [],
  };
}

function addToken(records: GatewayRecords, entry: TokenEntry): void {
  const { tenant, key, refused, at } = entry;
  records.tokens.set(recordKey(tenant, key), {
    tenant,
    key,
    storedBy: entry.op,
    state: refused === null ? "ISSUED" : "REFUSED",
    refused,
    cardToken: entry.refused === null ? entry.cardToken : null,
    arrivedAt: at,
    releasedAt: null,
  });
}

function addRelease(records: GatewayRecords, { tenant, tokenKey, at }: ReleaseEntry): void {
  const id = recordKey(tenant, tokenKey);
  const token = records.tokens.get(id);
  const neverIssued = {
    tenant,
    key: tokenKey,
    storedBy: null,
    refused: null,
    cardToken: null,
    arrivedAt: null,
    releasedAt: at,
  };
  if (token === undefined) records.tokens.set(id, { ...neverIssued, state: "TOMBSTONED" });
  if (token?.state !== "ISSUED") return;
  records.tokens.set(id, { ...token, state: "RELEASED", releasedAt: at });
  if (token.cardToken !== null) records.releasedTokens.add(token.cardToken);
}

/** Won held for an approval: approved less canceled; 0 once reversed. */
export function heldOf(approval: ApprovalRecord): number {
  return approval.state === "APPROVED" ? approval.amount - approval.canceledAmount : 0;
}
