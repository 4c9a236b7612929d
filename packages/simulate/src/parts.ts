import { part as branches } from "./attempt/branches.ts";
import { part as flags } from "./attempt/flags.ts";
import { part as attempts } from "./attempt/records.ts";
import { part as billingAnswers } from "./billing/answers.ts";
import { part as charges } from "./billing/charges.ts";
import { charge, issueKey, part as charging } from "./billing/commands.ts";
import { part as billingCoverage } from "./billing/coverage.ts";
import { part as billingKeys } from "./billing/records.ts";
import { part as tokens } from "./billing/tokens.ts";
import { part as closedDays } from "./calendar/closed-days.ts";
import { part as passingDays } from "./calendar/commands.ts";
import { part as byHand } from "./gateway/by-hand.ts";
import { part as cardCalls } from "./gateway/calls.ts";
import { part as chargedCards } from "./gateway/charged-cards.ts";
import { part as gateways } from "./gateway/invariants.ts";
import { part as moves } from "./gateway/moves.ts";
import { part as references } from "./gateway/references.ts";
import { authenticate, createSession, openLink, part as checkouts } from "./checkout/commands.ts";
import { part as sessions } from "./checkout/records.ts";
import { waits, type Workload } from "./client/command.ts";
import type { Machines } from "./engine/coverage.ts";
import { part as repeating, repeat } from "./idempotency/commands.ts";
import { part as idempotency } from "./idempotency/invariants.ts";
import { part as idempotencyKeys } from "./idempotency/keys.ts";
import { part as ledger } from "./ledger/invariants.ts";
import { part as merchants } from "./merchant/invariants.ts";
import { part as suspension } from "./merchant/suspension.ts";
import { everyRejectionHandled } from "./observation/unhandled.ts";
import { part as overview } from "./overview/invariants.ts";
import type { Part } from "./part.ts";
import { part as amounts } from "./payment/amounts.ts";
import { part as paymentAnswers } from "./payment/answers.ts";
import { part as checkoutRules } from "./payment/checkout-rules.ts";
import { confirm, part as paying } from "./payment/commands.ts";
import { part as paymentHistory } from "./payment/history.ts";
import { part as paymentRules } from "./payment/invariants.ts";
import { part as payments } from "./payment/records.ts";
import { part as refusals } from "./payment/refusals.ts";
import { part as payoutBanks } from "./payout-bank/invariants.ts";
import { part as payoutAnswers } from "./payout/answers.ts";
import { part as bankAttempts } from "./payout/bank-attempts.ts";
import { part as payingOut, payOut, payOutTooMuch } from "./payout/commands.ts";
import { part as payoutCoverage } from "./payout/coverage.ts";
import { part as payoutHistory } from "./payout/history.ts";
import { part as payoutRules } from "./payout/invariants.ts";
import { part as payouts } from "./payout/records.ts";
import { part as payoutRefusals } from "./payout/refusals.ts";
import { part as retention } from "./retention/invariants.ts";
import { part as sellerAnswers } from "./seller/answers.ts";
import { createSeller, part as selling } from "./seller/commands.ts";
import { part as sellerRules } from "./seller/invariants.ts";
import { part as sellers } from "./seller/records.ts";
import { part as settlementAnswers } from "./settlement/answers.ts";
import { part as cancellations } from "./settlement/cancellations.ts";
import { part as settling } from "./settlement/commands.ts";
import { part as dueDays } from "./settlement/due-days.ts";
import { part as settlementRules } from "./settlement/invariants.ts";
import { part as settlements } from "./settlement/records.ts";
import { part as settledLines } from "./settlement/settled-lines.ts";
import { part as endpoints } from "./webhook/endpoints.ts";
import { part as webhookRules } from "./webhook/invariants.ts";
import { part as webhookNews } from "./webhook/news.ts";
import { part as webhooks } from "./webhook/records.ts";
import { part as wholeService } from "./whole-service/invariants.ts";

/** Records and commits are entered, and invariants asked, in this order. */
const parts: readonly Part[] = [
  wholeService,
  closedDays,
  passingDays,
  merchants,
  suspension,
  sessions,
  checkouts,
  payments,
  paymentHistory,
  paying,
  paymentRules,
  amounts,
  paymentAnswers,
  refusals,
  checkoutRules,
  attempts,
  flags,
  branches,
  idempotencyKeys,
  repeating,
  idempotency,
  cardCalls,
  moves,
  byHand,
  gateways,
  references,
  settlements,
  settledLines,
  settling,
  settlementRules,
  dueDays,
  settlementAnswers,
  cancellations,
  ledger,
  overview,
  webhooks,
  endpoints,
  webhookNews,
  webhookRules,
  bankAttempts,
  payoutBanks,
  sellers,
  sellerRules,
  selling,
  sellerAnswers,
  payouts,
  payoutHistory,
  payoutRules,
  payoutAnswers,
  payoutRefusals,
  payoutCoverage,
  payingOut,
  billingKeys,
  tokens,
  chargedCards,
  charges,
  billingAnswers,
  billingCoverage,
  charging,
  retention,
];

export const records = parts.flatMap((part) => part.records ?? []);
export const projections = parts.flatMap((part) => part.projections ?? []);
export const knowledge = parts.flatMap((part) => part.knowledge ?? []);
export const invariants = parts.flatMap((part) => part.invariants ?? []);
export const invariantNames: readonly string[] = [...invariants.map(({ name }) => name), everyRejectionHandled];
export const leastPerThousand = Object.fromEntries(
  parts.flatMap((part) => Object.entries(part.leastPerThousand ?? {})),
);

export const workload: Workload = {
  purchase: [createSession, openLink, authenticate, confirm],
  commands: [...parts.flatMap((part) => part.commands ?? []), ...waits],
};

export const backOffice: Workload = {
  purchase: [createSeller, payOut, payOutTooMuch],
  commands: [...parts.flatMap((part) => part.backOffice ?? []), [repeat, 1], ...waits],
};

export const chargingServer: Workload = {
  purchase: [issueKey, issueKey, charge],
  commands: [...parts.flatMap((part) => part.chargingServer ?? []), [repeat, 1], ...waits],
};

export const stateMachines: Machines = Object.fromEntries(
  records.flatMap(({ kind, states }) => (states === undefined ? [] : [[kind, states]])),
);
