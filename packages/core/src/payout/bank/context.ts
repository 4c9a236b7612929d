import { callProvider } from "../../engine/attempt/call.ts";
import { reportAccountRefusal, type WatchingContext } from "../../engine/attempt/account-refusal.ts";
import type { CalendarContext } from "../../ledger/calendar/calendar.ts";
import { refuseField } from "../../result.ts";
import { tenantId, type Mode, type Tenant } from "../../engine/tenant/tenant.ts";
import type { BankQuestion, PayoutBank } from "./payout-bank.ts";
import { scrubbedAnswer } from "../../engine/attempt/scrub.ts";

/** The same bank, whose answers keep no account's data in what they say. */
function scrubbedBank(bank: PayoutBank): PayoutBank {
  return {
    ...(bank.sandbox !== undefined && { sandbox: bank.sandbox }),
    registerSeller: async (request) => scrubbedAnswer(request, await bank.registerSeller(request)),
    lookUpSeller: async (question) => scrubbedAnswer(question, await bank.lookUpSeller(question)),
    submit: async (request) => scrubbedAnswer(request, await bank.submit(request)),
    lookUp: async (question) => scrubbedAnswer(question, await bank.lookUp(question)),
    statement: async (question) => scrubbedAnswer(question, await bank.statement(question)),
  };
}

export interface PayoutBankContext extends CalendarContext, WatchingContext {
  /** The payout bank of each mode; a mode without one registers no sellers and pays nothing out. */
  readonly payoutBanks: Readonly<Partial<Record<Mode, PayoutBank>>>;
}

const outcomeWithoutBank = { outcome: "unknown", reason: "no payout bank in this mode" } as const;

/** The settings that bind a payout bank: an option of `createPayments`, and a variable of the command. */
const bindingSettings: Readonly<Record<Mode, string>> = {
  live: "payoutBanks.live of createPayments (wonflow start has no bank for live mode)",
  test: "payoutBanks.test of createPayments, or WONFLOW_SANDBOX=on of wonflow start",
};

/** Refuses a mode without a payout bank: a payout of it would wait until its date has passed. */
export function refuseWithoutBank({ payoutBanks }: Pick<PayoutBankContext, "payoutBanks">, { mode }: Tenant) {
  if (payoutBanks[mode] !== undefined) return undefined;
  const problem = `pays nothing out here: it has no payout bank; the service's operator sets ${bindingSettings[mode]}`;
  return refuseField("FORBIDDEN_REQUEST", "mode", problem);
}

interface Call {
  readonly tenant: Tenant;
  readonly key: string;
  /** Milliseconds since 1970; a request's whole time from now by default. */
  readonly deadline?: number | undefined;
}

export async function askPayoutBank<Answer extends { readonly outcome: string }>(
  context: PayoutBankContext,
  { tenant, key, deadline = context.clock.now() + context.settings.requestDeadlineMs }: Call,
  ask: (bank: PayoutBank, question: BankQuestion) => Promise<Answer>,
) {
  const bank = context.payoutBanks[tenant.mode];
  if (bank === undefined) return outcomeWithoutBank;
  const question = { tenant: tenantId(tenant), deadline };
  const answer = await callProvider(context, { key, deadline }, () => ask(scrubbedBank(bank), question));
  reportAccountRefusal(context, tenant, { key, gateway: null, answer });
  return answer;
}
