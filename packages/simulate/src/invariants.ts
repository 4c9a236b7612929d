import type { Invariant } from "./invariant.ts";
import { noInternalError, nothingForgotten, oneEffect, sameAnswer } from "./invariants/answers.ts";
import { ledgerFollowsPayments } from "./invariants/ledger.ts";
import { movesInTime, movesOfTheTables, oneAttempt, oneLivePayment } from "./invariants/moves.ts";
import { approvedOnce, committedBeforeCalled, recordsFollowNetwork, sameAtRest } from "./invariants/network.ts";
import { comesToRest } from "./invariants/rest.ts";

/** Everything that must hold, in the order in which it is asked. */
export const invariants: readonly Invariant[] = [
  noInternalError,
  movesOfTheTables,
  movesInTime,
  oneLivePayment,
  oneAttempt,
  committedBeforeCalled,
  approvedOnce,
  recordsFollowNetwork,
  ledgerFollowsPayments,
  sameAnswer,
  nothingForgotten,
  oneEffect,
  comesToRest,
  sameAtRest,
];
