import type { PayoutView } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";

import { evidenceOf, evidenceOptions, evidenceOptionsSchema } from "./evidence.ts";
import { ofMerchant } from "./of-merchant.ts";
import { pageOptions, pageSchema, withHint } from "./page-options.ts";
import { print } from "./print.ts";
import { textTable, won } from "./table.ts";
import { tenantOf, tenantOptions, tenantSchema } from "./tenant-options.ts";
import { UsageError } from "./usage-error.ts";

const listSchema = pageSchema.extend({ from: z.string().optional(), to: z.string().optional() });
const resolveSchema = tenantSchema.extend({ id: z.string(), ...evidenceOptionsSchema.shape });
const accountSchema = tenantSchema.extend({
  bankCode: z.string().optional(),
  accountNumber: z.string().optional(),
  holder: z.string().optional(),
  daily: z.enum(["on", "off"], "--daily must be on or off").optional(),
});

/** `wonflow payouts`: what a merchant pays out, and what people found out about it. */
export function addPayoutCommands(program: Command): void {
  const payouts = program.command("payouts").description("money that leaves a merchant's settled balance");
  pageOptions(tenantOptions(payouts.command("list")))
    .description("list payouts, those of the newest payout date first")
    .option("--from <day>", "the first payout date, YYYY-MM-DD")
    .option("--to <day>", "the last payout date, YYYY-MM-DD")
    .addHelpText("after", "\nExample:\n  wonflow payouts list --mid 7 --mode live --from 2026-11-01")
    .action(async (given: unknown) => {
      const { from, to, limit, json, ...named } = tenantOf(listSchema, given);
      const page = await ofMerchant(named, (payments, tenant) =>
        payments.payouts.list(tenant, { limit, payoutDateGte: from, payoutDateLte: to }),
      );
      const { items, hasMore } = page;
      print(json, { payouts: items, hasMore }, withHint(tableOf(items), hasMore));
    });
  evidenceOptions(tenantOptions(payouts.command("resolve")))
    .description("end one by what was found out: whether the payee has the money")
    .requiredOption("--id <payout>", "its id in the list")
    .addHelpText(
      "after",
      '\nExample:\n  wonflow payouts resolve --mid 7 --mode live --id payout_… \\\n    --outcome not-done --note "bank statement of 25 November"',
    )
    .action(async (given: unknown) => {
      const { id, json, ...asked } = tenantOf(resolveSchema, given);
      const evidence = evidenceOf(asked);
      const payout = await ofMerchant(asked, (payments, tenant) => payments.payouts.resolve(tenant, id, evidence), {
        NOT_FOUND_PAYOUT: `merchant ${asked.mid} has no payout ${id} in ${asked.mode} mode`,
        NOT_FOUND_ATTEMPT: `${id} has not been sent to the bank yet`,
        ALREADY_CONCLUDED_ATTEMPT: `${id} has ended, and nobody has to look at it`,
        PAYOUT_STATEMENT_NOT_READ:
          "the bank's statement of the payout date has not been read yet: say not-done after that",
      });
      print(json, payout, `${id} is ${payout.status}.`);
    });
  addAccountCommand(payouts);
}

function addAccountCommand(payouts: Command): void {
  tenantOptions(payouts.command("account"))
    .description("show the merchant's own account, or set it: what remains available goes there every evening")
    .option("--bank-code <3 digits>", "the bank")
    .option("--account-number <digits>", "with or without hyphens")
    .option("--holder <name>", "the account holder as the bank has it")
    .option("--daily <on|off>", "whether it is transferred by itself; on unless said")
    .addHelpText(
      "after",
      '\nExample:\n  wonflow payouts account --mid 7 --mode live \\\n    --bank-code 088 --account-number 110-987-654321 --holder "가게 주식회사"',
    )
    .action(async (given: unknown) => {
      const { json, bankCode, accountNumber, holder, daily, ...named } = tenantOf(accountSchema, given);
      const none = {
        NOT_FOUND_TRANSFER_ACCOUNT: `merchant ${named.mid} has no account of its own in ${named.mode} mode`,
      };
      const stored = await ofMerchant(
        named,
        ({ payouts: operations }, tenant) => {
          if ([bankCode, accountNumber, holder, daily].every((option) => option === undefined)) {
            return operations.getTransferAccount(tenant);
          }
          if (bankCode === undefined || accountNumber === undefined || holder === undefined) {
            throw new UsageError("--bank-code, --account-number and --holder go together");
          }
          const account = { bankCode, accountNumber, holderName: holder };
          return operations.setTransferAccount(tenant, { account, daily: daily !== "off" });
        },
        none,
      );
      const { account } = stored;
      const transfer = stored.daily
        ? "What remains available is transferred every evening."
        : "Nothing is transferred by itself.";
      print(json, stored, `${account.bankCode} ${account.accountNumber} ${account.holderName}\n${transfer}`);
    });
}

function tableOf(payouts: readonly PayoutView[]): string {
  if (payouts.length === 0) return "Nothing was or is to be paid out.";
  const rows = payouts.map(({ payoutDate, status, amount, id, reconciliationRequired }) => {
    return [payoutDate, status, won(amount.value), reconciliationRequired ? "yes" : "", id];
  });
  return textTable([["PAID ON", "STATUS", "WON", "LOOK", "ID"], ...rows]);
}
