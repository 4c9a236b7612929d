import { part as branches } from "./attempt/branches.ts";
import { part as flags } from "./attempt/flags.ts";
import { part as attempts } from "./attempt/records.ts";
import { part as billingAnswers } from "./billing/answers.ts";
import { charge, issueKey, part as charging } from "./billing/commands.ts";
import { part as billingKeys } from "./billing/records.ts";
import { part as calendar } from "./calendar/calendar.ts";
import { part as byHand } from "./gateway/by-hand.ts";
import { part as cardCalls } from "./gateway/calls.ts";
import { part as gateways } from "./gateway/invariants.ts";
import { part as references } from "./gateway/references.ts";
import { authenticate, createSession, openLink, part as checkout } from "./checkout/checkout.ts";
import { waits, type Workload } from "./client/client.ts";
import type { Machines } from "./engine/coverage.ts";
import { repeat, part as idempotency } from "./idempotency/idempotency.ts";
import { part as ledger } from "./ledger/invariants.ts";
import { part as merchants } from "./merchant/invariants.ts";
import { everyRejectionHandled } from "./observation/observer.ts";
import type { Part } from "./part.ts";
import { part as checkoutRules } from "./payment/checkout-rules.ts";
import { confirm, part as paying } from "./payment/commands.ts";
import { part as paymentRules } from "./payment/invariants.ts";
import { part as payments } from "./payment/records.ts";
import { part as refusals } from "./payment/refusals.ts";
import { part as payoutBanks } from "./payout-bank/invariants.ts";
import { part as payoutAnswers } from "./payout/answers.ts";
import { part as payingOut, payOut, payOutTooMuch } from "./payout/commands.ts";
import { part as payoutRules } from "./payout/invariants.ts";
import { part as payouts } from "./payout/records.ts";
import { part as retention } from "./retention/invariants.ts";
import { createSeller, part as seller } from "./seller/seller.ts";
import { part as settlementAnswers } from "./settlement/answers.ts";
import { part as settling } from "./settlement/commands.ts";
import { part as settlementRules } from "./settlement/invariants.ts";
import { part as settlements } from "./settlement/records.ts";
import { part as webhookRules } from "./webhook/invariants.ts";
import { part as webhookNews } from "./webhook/news.ts";
import { part as webhooks } from "./webhook/records.ts";
import { payInWindow, part as windowBuyers, windowCommands } from "./window/buyers.ts";
import { part as windowRules } from "./window/invariants.ts";
import { part as wholeService } from "./whole-service/invariants.ts";

/** Records and commits are entered, and invariants asked, in this order. */
const parts: readonly Part[] = [
  wholeService,
  windowBuyers,
  windowRules,
  calendar,
  merchants,
  checkout,
  payments,
  paying,
  paymentRules,
  refusals,
  checkoutRules,
  attempts,
  flags,
  branches,
  idempotency,
  cardCalls,
  byHand,
  gateways,
  references,
  settlements,
  settling,
  settlementRules,
  settlementAnswers,
  ledger,
  webhooks,
  webhookNews,
  webhookRules,
  payoutBanks,
  seller,
  payouts,
  payoutAnswers,
  payoutRules,
  payingOut,
  billingKeys,
  billingAnswers,
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

/** Of a run whose gateways have windows. */
export const buyingInWindows: Workload = {
  purchase: [createSession, openLink, payInWindow, confirm],
  commands: [...workload.commands, ...windowCommands],
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
