import {
  keyDeletedUnderCharge,
  splitCharge,
  splitChargeLookedUp,
  cancelBesideSettlement,
  confirmBesideCancelAndExpiry,
  confirmBesideConfirm,
  lostAnswer,
  supersededSession,
  twoWorkers,
} from "./payments.ts";
import { batchesAndTransfer, payoutBesideResolve } from "./payouts.ts";
import type { Scene } from "./scene.ts";
import { returnBesideAnother, returnBesideEnd, returnBesideOpening } from "./windows.ts";

export const scenes: readonly Scene[] = [
  confirmBesideConfirm,
  confirmBesideCancelAndExpiry,
  lostAnswer,
  twoWorkers,
  cancelBesideSettlement,
  supersededSession,
  batchesAndTransfer,
  payoutBesideResolve,
  splitCharge,
  splitChargeLookedUp,
  keyDeletedUnderCharge,
  returnBesideEnd,
  returnBesideAnother,
  returnBesideOpening,
];
