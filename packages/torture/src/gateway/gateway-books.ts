import type { BookedPayment } from "../differences.ts";
import type { GatewayRecords } from "./emulator-process.ts";

/** The records of the service and of the gateway at the end. Amounts are in won. */
export interface GatewayBooks {
  readonly payments: readonly BookedPayment[];
  /** What the gateway owes the merchants by their ledgers. */
  readonly receivable: number;
  readonly cancellations: readonly OwnCancellation[];
  /** The attempts to release cards. */
  readonly releases: readonly OwnRelease[];
  readonly billingKeys: readonly OwnBillingKey[];
  /** The attempts that wait for an operator. */
  readonly flagged: readonly string[];
  readonly gateway: GatewayRecords;
  /** What the service's own audit and reconciliation found. */
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
  /** The order id of the request to store the card. */
  readonly tokenKey: string;
  /** The card's token at the gateway; null if no answer contained it. */
  readonly token: string | null;
}

export interface OwnBillingKey {
  readonly billkey: string;
  readonly token: string | null;
  readonly status: string;
}
