import { describe, test } from "vitest";
import { runCase, type Cases, type PayoutBankFixture, type Skip } from "./case-context.ts";
import { payoutCases, payoutLookUpCases } from "./payout-cases.ts";
import { registrationCases, sellerLookUpCases } from "./registration-cases.ts";
import { statementCases } from "./statement-cases.ts";

/** One test of the contract: it rejects when the bank breaks it, and `skip` says why the fixture can't tell. */
export interface PayoutBankCase {
  /** The method of the port. */
  readonly of: string;
  readonly title: string;
  run(open: () => Promise<PayoutBankFixture>, skip: Skip): Promise<void>;
}

const contract: Readonly<Record<string, Cases>> = {
  registerSeller: registrationCases,
  lookUpSeller: sellerLookUpCases,
  submit: payoutCases,
  lookUp: payoutLookUpCases,
  statement: statementCases,
};

/** Every test of {@link payoutBankContract}, for who runs them in another way. */
export const payoutBankCases: readonly PayoutBankCase[] = Object.entries(contract).flatMap(([of, cases]) =>
  Object.entries(cases).map(([title, run]) => ({ of, title, run: (open, skip) => runCase(open, run, skip) })),
);

/**
 * The contract of core's bank port as a vitest suite: what every adapter must do for core to never pay twice, and
 * to know what was paid. Call it in a test file; `open` is called for each test and gives a bank that works,
 * without faults. Every test uses keys and sellers of its own.
 *
 * What it demands: at most one seller under a key; at most one payout for a slot, ever, also for two requests at
 * once, under other keys and with other content; look-ups that find a slot's payout and no other; a payout is paid
 * on its payout date; the statement of a day that is over has each payment once, with slot and key, and never
 * changes; merchants share nothing; with `reopen`, all of that after a restart.
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
  describe(`payout bank contract: ${name}`, () => {
    for (const of of Object.keys(contract)) {
      describe(of, () => {
        for (const each of payoutBankCases.filter((one) => one.of === of)) {
          test(each.title, ({ skip }) => each.run(open, skip));
        }
      });
    }
  });
}
