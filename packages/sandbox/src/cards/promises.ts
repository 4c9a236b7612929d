import type { GatewayPromises } from "@wonflow/core";

/** What a simulated gateway promises, and what it can do. */
export interface SandboxPromises extends Omit<GatewayPromises, "repeatsApprovals" | "repeatsCancellations"> {
  /** Whether a check leaves the card at the gateway. */
  readonly storesCheckedCards: boolean;
  /** Whether a reversal or a release that comes first forbids the approval or card that arrives later. */
  readonly tombstones: boolean;
  /**
   * Whether a call has one effect under its key, however often it is sent. Otherwise a second cancellation refunds a
   * second time, and a second approval of a key is refused after the first one.
   */
  readonly idempotent: boolean;
  /** Whether it has a list of each day, `statement`, with which a reconciliation finds payments that only it has. */
  readonly dayList: boolean;
}

/** The least that real gateways promise, in a time that a developer can wait for: the default. */
export const leastPromises: SandboxPromises = {
  settlesWithinMs: 2 * 60_000,
  reversibleForMs: 60 * 60_000,
  storesCheckedCards: true,
  tombstones: false,
  idempotent: false,
  dayList: false,
};

/** The most that a gateway can promise. */
export const mostPromises: SandboxPromises = {
  settlesWithinMs: 0,
  reversibleForMs: 60 * 60_000,
  storesCheckedCards: false,
  tombstones: true,
  idempotent: true,
  dayList: true,
};
