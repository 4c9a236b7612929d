import type { Payments, Store } from "@wonflow/core";
import type { Gateways } from "../gateway/gateways.ts";
import type { PayoutBanks } from "../payout-bank/banks.ts";
import type { Contracts } from "./merchants.ts";
import type { Run } from "./run.ts";

export interface OperatorOptions extends Omit<Run, "wire"> {
  /** Without a wire, on the store itself. */
  readonly payments: Payments;
  /** Calls gateways and banks without a wire. */
  readonly asking: Pick<Payments, "reconcile">;
  readonly store: Store;
  readonly contracts: Contracts;
  readonly gateways: Gateways;
  readonly banks: PayoutBanks;
  readonly paysOut: boolean;
}
