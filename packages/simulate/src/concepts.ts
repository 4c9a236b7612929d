import { attempt } from "./attempt/concept.ts";
import { issueKey, charge } from "./billing/commands.ts";
import { billing } from "./billing/concept.ts";
import { calendar } from "./calendar/concept.ts";
import { cardNetwork } from "./card-network/concept.ts";
import { authenticate, createSession, openLink } from "./checkout/commands.ts";
import { checkout } from "./checkout/concept.ts";
import { waits } from "./client/command.ts";
import type { Workload } from "./client/workload.ts";
import type { Concept } from "./concept.ts";
import type { Machines } from "./engine/coverage.ts";
import { repeat } from "./idempotency/commands.ts";
import { idempotency } from "./idempotency/concept.ts";
import { ledger } from "./ledger/concept.ts";
import { merchant } from "./merchant/concept.ts";
import { confirm } from "./payment/commands.ts";
import { payment } from "./payment/concept.ts";
import { payoutBank } from "./payout-bank/concept.ts";
import { payOut, payOutTooMuch } from "./payout/commands.ts";
import { payout } from "./payout/concept.ts";
import { createSeller } from "./seller/commands.ts";
import { retention } from "./retention/concept.ts";
import { seller } from "./seller/concept.ts";
import { settlement } from "./settlement/concept.ts";
import { webhook } from "./webhook/concept.ts";
import { wholeService } from "./whole-service/concept.ts";

/** Everything that is simulated. Invariants are asked in this order. */
const concepts: readonly Concept[] = [
  wholeService,
  calendar,
  merchant,
  checkout,
  payment,
  attempt,
  idempotency,
  cardNetwork,
  settlement,
  ledger,
  webhook,
  payoutBank,
  seller,
  payout,
  billing,
  retention,
];

export const records = concepts.flatMap((concept) => concept.records ?? []);
export const projections = concepts.flatMap((concept) => concept.projections ?? []);
export const knowledge = concepts.flatMap((concept) => concept.knowledge ?? []);
export const invariants = concepts.flatMap((concept) => concept.invariants ?? []);
export const leastPerThousand = Object.fromEntries(
  concepts.flatMap((concept) => Object.entries(concept.leastPerThousand ?? {})),
);

export const workload: Workload = {
  purchase: [createSession, openLink, authenticate, confirm],
  commands: [...concepts.flatMap((concept) => concept.commands ?? []), ...waits],
};

export const backOffice: Workload = {
  purchase: [createSeller, payOut, payOutTooMuch],
  commands: [...concepts.flatMap((concept) => concept.backOffice ?? []), [repeat, 1], ...waits],
};

export const chargingServer: Workload = {
  purchase: [issueKey, issueKey, charge],
  commands: [...concepts.flatMap((concept) => concept.chargingServer ?? []), [repeat, 1], ...waits],
};

export const stateMachines: Machines = Object.fromEntries(
  records.flatMap(({ kind, states }) => (states === undefined ? [] : [[kind, states]])),
);
