import { dayInSeoul } from "../../engine/time/seoul-time.ts";
import type { PayoutBankContext } from "../../payout/bank/context.ts";
import type { BankMovement, BankPayout } from "../../payout/bank/payout-bank.ts";
import { lookUpAtBank } from "../../payout/payout-call.ts";
import { payeeOf, payoutAttemptKey } from "../../payout/payout-attempt.ts";
import { isFinal, type Payout } from "../../payout/payout.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { nothingFound, type Checked, type Difference, movedOn } from "./difference.ts";

/** Undefined if it was not read. */
export type Statement = readonly BankMovement[] | undefined;

/**
 * Compares a payout in the ledger with the bank's record and with the statement of its day. A return on a later day
 * is in a later statement.
 */
export async function checkPayout(
  context: PayoutBankContext,
  tenant: Tenant,
  { payout, statement }: { readonly payout: Payout; readonly statement: Statement },
): Promise<Checked> {
  if (payout.submittedAt === null) return nothingFound;
  const key = payoutAttemptKey(payout.id);
  const found = await lookUpAtBank(context, tenant, { key, payoutId: payout.id });
  if (found.outcome === "unknown") return { differences: [], unanswered: [key] };
  const bank = found.outcome === "done" ? found.value : undefined;
  const provider = bank?.status === "PAID" ? bank.amount : 0;
  const ledger = 0 - (await movedOn(context, tenant, { reference: payout.id, account: "bank" }));
  const lines = statement?.filter((movement) => isOf(movement, payout)) ?? [];
  const listed = lines.reduce((sum, { kind, amount }) => sum + (kind === "PAID" ? amount : -amount), 0);
  const agrees = statement === undefined || expectedOn(payout, bank).includes(listed);
  if (ledger === provider && agrees && (bank === undefined || bank.key === key)) return nothingFound;
  const difference: Difference = {
    about: "payout",
    kind: ledger === provider ? "amount" : ledger === 0 ? "only-theirs" : provider === 0 ? "only-ours" : "amount",
    reference: payout.id,
    ledger,
    provider,
    statement: statement === undefined ? null : listed,
    action: actionFor(payout, { ledger, provider }),
  };
  return { differences: [difference], unanswered: [] };
}

/** Won that the statement of a payout's day may show: a return may come on a later day. */
function expectedOn({ amount, payoutDate }: Payout, bank: BankPayout | undefined): readonly number[] {
  if (bank?.status === "RETURNED") return [0, amount];
  return [bank?.status === "PAID" && dayInSeoul(bank.at) === payoutDate ? bank.amount : 0];
}

function actionFor(
  payout: Payout,
  { ledger, provider }: { readonly ledger: number; readonly provider: number },
): string {
  if (!isFinal(payout)) return "Wait for the next look-up; resolve the payout where it stays so.";
  if (ledger < provider) return "The bank paid: resolve the payout with outcome done once the bank has confirmed it.";
  if (ledger > provider) return "The bank has not paid, or has it back: resolve the payout with outcome not-done.";
  return "Ask the bank why its statement and its own record differ.";
}

function isOf({ payee, payoutDate }: BankMovement, payout: Payout): boolean {
  return payoutDate === payout.payoutDate && JSON.stringify(payee) === JSON.stringify(payeeOf(payout));
}

/** Movements of a statement that none of our payouts explains. */
export function strayMovements(statement: Statement, payouts: readonly Payout[]): readonly Difference[] {
  const stray = statement?.filter((movement) => !payouts.some((payout) => isOf(movement, payout))) ?? [];
  return stray.map(({ key, kind, amount }) => ({
    about: "movement",
    kind: "only-theirs",
    reference: key,
    ledger: 0,
    provider: null,
    statement: kind === "PAID" ? amount : -amount,
    action: "Ask the bank whose money this is: no payout of this service moved it.",
  }));
}
