import { casesOf, suiteOf } from "../contract-cases.ts";
import { runCase, type Cases, type PayoutBankFixture, type Skip } from "./case-context.ts";
import {
  lostLookUpCases,
  lostPayoutCases,
  lostRegistrationCases,
  lostSellerLookUpCases,
  lostStatementCases,
} from "./lost-call-cases.ts";
import { payoutCases, payoutLookUpCases } from "./payout-cases.ts";
import { registrationCases, sellerLookUpCases } from "./registration-cases.ts";
import { statementCases } from "./statement-cases.ts";

/** One test of the contract: it rejects if the bank breaks the contract, and skips if the fixture can't tell. */
export interface PayoutBankCase {
  readonly of: string;
  readonly title: string;
  run(open: () => Promise<PayoutBankFixture>, skip: Skip): Promise<void>;
}

const contract: Readonly<Record<string, Cases>> = {
  registerSeller: { ...registrationCases, ...lostRegistrationCases },
  lookUpSeller: { ...sellerLookUpCases, ...lostSellerLookUpCases },
  submit: { ...payoutCases, ...lostPayoutCases },
  lookUp: { ...payoutLookUpCases, ...lostLookUpCases },
  statement: { ...statementCases, ...lostStatementCases },
};

/** Every test of {@link payoutBankContract}, for other test runners. */
export const payoutBankCases: readonly PayoutBankCase[] = casesOf(contract, (run) => (open, skip) => {
  return runCase(open, run, skip);
});

/**
 * The contract of core's bank port as a vitest suite: with it core never pays twice, and knows each payment. Call it in
 * a test file; `open` is called for each test and gives a bank that works, without faults. Every test uses keys and
 * sellers of its own.
 *
 * It demands: at most one seller under a key; at most one payout for a slot, ever, also for two requests at once, other
 * keys and other content; look-ups that find a slot's payout only; a broken call that is unknown, never refused, not found or done; times by the bank's clock; payment on the payout date; a statement of a past
 * day that has each payment once, with slot and key, and never changes; merchants share nothing; with `reopen`, all of
 * that after a restart.
 *
 * @example
 * payoutBankContract("my bank", async () => ({
 *   bank, // yours, with its test system
 *   account: { bankCode: "004", accountNumber: "110123456789", holderName: "김상인" },
 *   tenants: ["1:test", "2:test"], // others for each test
 *   newKey: () => crypto.randomUUID(),
 *   deadline: () => Date.now() + 10_000,
 *   payoutDate: () => "2026-11-23", // a day of which it takes payouts now
 * }));
 */
export function payoutBankContract(name: string, open: () => Promise<PayoutBankFixture>): void {
  suiteOf(`payout bank contract: ${name}`, payoutBankCases, (each, skip) => each.run(open, skip));
}
