import { callProvider } from "../attempt/call.ts";
import { tellAccountRefusal, type WatchingContext } from "../attempt/account-refusal.ts";
import type { CalendarContext } from "../calendar/calendar.ts";
import { tenantId, type Mode, type Tenant } from "../tenant/tenant.ts";
import type { BankQuestion, PayoutBank } from "./payout-bank.ts";
import { scrubbedBank } from "./scrubbed-bank.ts";

export interface PayoutBankContext extends CalendarContext, WatchingContext {
  /** The payout bank of each mode; a mode without one registers no sellers and pays nothing out. */
  readonly payoutBanks: Readonly<Partial<Record<Mode, PayoutBank>>>;
}

const outcomeWithoutBank = { outcome: "unknown", reason: "no payout bank in this mode" } as const;

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
  tellAccountRefusal(context, tenant, { key, network: null, answer });
  return answer;
}
