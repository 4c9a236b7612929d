import type { BankHolidays, PayoutSlot, Settings, Store, TenantId, WebhookMessage } from "@wonflow/core";
import type { ApprovalRecord, PayoutRecord, TokenRecord } from "@wonflow/sandbox";
import type { Coverage } from "../engine/coverage.ts";
import type { State } from "../engine/state.ts";

export interface NetworkBooks {
  record(tenant: TenantId, key: string): ApprovalRecord | undefined;
  records(): readonly ApprovalRecord[];
  held(tenant: TenantId): number;
  recordsOf(mode: "test" | "live"): readonly ApprovalRecord[];
}

export interface BankBooks {
  record(tenant: TenantId, slot: PayoutSlot): PayoutRecord | undefined;
  records(): readonly PayoutRecord[];
  recordsOf(mode: "test" | "live"): readonly PayoutRecord[];
  /** Won that have left for a merchant, less what came back. */
  paid(tenant: TenantId): number;
  isTurnedAway(tenant: TenantId, key: string): boolean;
  /** Milliseconds since 1970. */
  outageUntil(): number;
  sellerOf(tenant: TenantId, key: string): string | undefined;
}

export interface ReceivedMessage extends WebhookMessage {
  readonly tenant: TenantId;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The HTTP status; undefined where it was not answered. */
  readonly answered: number | undefined;
}

/** Their own records say what truly happened there. */
export interface Providers {
  readonly cardNetwork: NetworkBooks;
  readonly cardTokens: { records(): readonly TokenRecord[] };
  readonly payoutBank: BankBooks;
  readonly receivers: { records(): readonly ReceivedMessage[] };
}

/** Seen from underneath all ports, where no fault and no planted bug reaches. */
export interface Observed extends State {
  readonly providers: Providers;
  readonly store: Store;
  readonly settings: Settings;
  /** Without those that the operator adds. */
  readonly holidays: BankHolidays;
  readonly coverage: Coverage;
  /** Milliseconds since 1970. */
  readonly now: number;
  unfinished(): Waiting | undefined;
}

export interface Waiting {
  readonly what: string;
  /** Milliseconds since 1970; soon where left out. */
  readonly until?: number | undefined;
}

export function firstDue(all: Iterable<Waiting | undefined>): Waiting | undefined {
  let first: Waiting | undefined;
  for (const each of all) {
    if (each === undefined) continue;
    if (each.until === undefined) return each;
    if (first === undefined || each.until < (first.until ?? 0)) first = each;
  }
  return first;
}
