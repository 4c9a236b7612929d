import type { BookedPayment } from "../differences.ts";
import type { GatewayBook } from "./emulator-process.ts";

/** What the service has on record at the end, and what the gateway has. Amounts are in won. */
export interface GatewayBooks {
  readonly payments: readonly BookedPayment[];
  /** What the gateway owes the merchants by their ledgers. */
  readonly receivable: number;
  readonly cancellations: readonly OwnCancellation[];
  /** The attempts to give cards back. */
  readonly releases: readonly OwnRelease[];
  readonly billingKeys: readonly OwnBillingKey[];
  /** The attempts that people are told to look at. */
  readonly flagged: readonly string[];
  readonly gateway: GatewayBook;
  /** What the service's own audit and reconciliation found, and what never came to rest. */
  readonly problems: readonly string[];
}

export interface OwnCancellation {
  /** The order id of the cancellation at the gateway. */
  readonly key: string;
  readonly approvalKey: string;
  readonly amount: number;
  readonly status: string;
}

export interface OwnRelease {
  readonly key: string;
  /** The order id under which the gateway was asked to store the card. */
  readonly tokenKey: string;
  /** The card's name at the gateway; null where no answer told it. */
  readonly token: string | null;
}

export interface OwnBillingKey {
  readonly billkey: string;
  readonly token: string | null;
  readonly status: string;
}
