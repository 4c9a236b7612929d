import type { BankHolidays, PayoutSlot, Settings, Store, TenantId, WebhookMessage } from "@wonflow/core";
import type { ApprovalRecord, PayoutRecord, TokenRecord } from "@wonflow/sandbox";
import type { Coverage } from "../engine/coverage.ts";
import type { State } from "../engine/state.ts";
import type { Waiting } from "./waiting.ts";

/** What the card networks of both modes know. */
export interface NetworkBooks {
  record(tenant: TenantId, key: string): ApprovalRecord | undefined;
  records(): readonly ApprovalRecord[];
  held(tenant: TenantId): number;
  /** Of one mode alone. */
  recordsOf(mode: "test" | "live"): readonly ApprovalRecord[];
}

/** The tokens of stored cards at the networks of both modes: those that are good, and what became of the others. */
export interface TokenBooks {
  records(): readonly TokenRecord[];
}

/** What the payout banks of both modes know. */
export interface BankBooks {
  record(tenant: TenantId, slot: PayoutSlot): PayoutRecord | undefined;
  records(): readonly PayoutRecord[];
  /** Of one mode alone. */
  recordsOf(mode: "test" | "live"): readonly PayoutRecord[];
  /** Won that have left for a merchant, less what came back. */
  paid(tenant: TenantId): number;
  /** Whether a request was turned away at the door: nothing ever comes of it. */
  isTurnedAway(tenant: TenantId, key: string): boolean;
  /** The end of the banks' outage, milliseconds since 1970. */
  outageUntil(): number;
  /** The id under which the seller of a registration is known there; undefined where it is not. */
  sellerOf(tenant: TenantId, key: string): string | undefined;
}

/** A message as it arrived at a merchant's server. */
export interface ReceivedMessage extends WebhookMessage {
  readonly tenant: TenantId;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The HTTP status that it was answered; undefined where it was not. */
  readonly answered: number | undefined;
}

/** What the servers of all merchants have received. */
export interface ReceivedMessages {
  records(): readonly ReceivedMessage[];
}

/** The simulated providers, whose own records say what truly happened there. */
export interface Providers {
  readonly cardNetwork: NetworkBooks;
  readonly cardTokens: TokenBooks;
  readonly payoutBank: BankBooks;
  readonly receivers: ReceivedMessages;
}

/**
 * What is true: everything that was committed and answered, and what the providers know, seen from
 * underneath all ports, where no fault and no planted bug reaches. Invariants read it.
 */
export interface Observed extends State {
  readonly providers: Providers;
  /** The store itself, underneath the wire. */
  readonly store: Store;
  readonly settings: Settings;
  /** The holidays that were announced, without those that the operator adds. */
  readonly holidays: BankHolidays;
  /** Where what was reached is counted. */
  readonly coverage: Coverage;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What a record still waits for, the first that is due; undefined when all is at rest. */
  unfinished(): Waiting | undefined;
}
