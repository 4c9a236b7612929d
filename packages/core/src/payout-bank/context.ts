import type { CalendarContext } from "../calendar/calendar.ts";
import type { Mode, TenantId } from "../tenant.ts";
import type { PayoutBank } from "./payout-bank.ts";

/** What a use case that asks the payout bank reaches. */
export interface PayoutBankContext extends CalendarContext {
  /** The payout bank of each mode; a mode without one registers no sellers and pays nothing out. */
  readonly payoutBanks: Readonly<Partial<Record<Mode, PayoutBank>>>;
}

/** The payout bank of a tenant's mode; undefined where none is bound. */
export function payoutBankOf(context: PayoutBankContext, tenant: TenantId): PayoutBank | undefined {
  return tenant.endsWith(":live") ? context.payoutBanks.live : context.payoutBanks.test;
}

/** Stands in the place of an outcome where no payout bank is bound in this mode. */
export const noPayoutBank = { outcome: "unknown", reason: "no payout bank in this mode" } as const;
