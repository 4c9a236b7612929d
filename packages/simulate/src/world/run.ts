import type { Merchant } from "../client/client.ts";
import type { Scheduler } from "../engine/scheduler.ts";
import type { Trace } from "../engine/trace.ts";
import type { Wire } from "../engine/wire.ts";
import type { Observer } from "../observation/observer.ts";
import type { Profile } from "./profile.ts";
import type { Payments, Store } from "@wonflow/core";
import type { Gateways } from "../gateway/gateways.ts";
import type { PayoutBanks } from "../payout-bank/banks.ts";
import type { Contracts } from "./merchants.ts";

/** What all parts of a run share. */
export interface Run {
  readonly seed: number;
  readonly profile: Profile;
  readonly scheduler: Scheduler;
  readonly wire: Wire;
  readonly trace: Trace;
  readonly observer: Observer;
  readonly merchants: readonly Merchant[];
  /** The only clients that start, by name; by default all. */
  readonly only: readonly string[] | undefined;
}

export interface OperatorOptions extends Omit<Run, "wire"> {
  /** Without a wire, on the store itself. */
  readonly payments: Payments;
  /** Calls gateways and banks without a wire. */
  readonly asking: Pick<Payments, "reconcile" | "checkout">;
  readonly store: Store;
  readonly contracts: Contracts;
  readonly gateways: Gateways;
  readonly banks: PayoutBanks;
  readonly paysOut: boolean;
}
