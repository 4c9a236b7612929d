import type { Payments, PayoutView, Tenant } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand, option, UsageError } from "./command.ts";
import { evidenceOf, evidenceOptions } from "./evidence.ts";
import { ofMerchant } from "./with-payments.ts";
import { dayOptions, withHint, tenantOptions } from "./options.ts";
import { textTable, won } from "./print.ts";

const onOff = z.enum(["on", "off"], "--daily must be on or off").optional();

const accountOptions = tenantOptions.extend({
  bankCode: option("--bank-code <3 digits>", "the bank", z.string().optional()),
  accountNumber: option("--account-number <digits>", "with or without hyphens", z.string().optional()),
  holder: option("--holder <name>", "the account holder as the bank has it", z.string().optional()),
  daily: option("--daily <on|off>", "whether there is a daily transfer; as before, or on", onOff),
});

export function addPayoutCommands(program: Command): void {
  const payouts = program.command("payouts").description("money that leaves a merchant's settled balance");
  addCommand(payouts, "list", {
    description: "list payouts, the newest payout date first",
    examples: ["wonflow payouts list --mid 7 --mode live --from 2026-11-01"],
    options: dayOptions("the first payout date, YYYY-MM-DD", "the last payout date, YYYY-MM-DD"),
    async run({ from, to, limit, ...named }) {
      const { items, hasMore } = await ofMerchant(named, (payments, tenant) =>
        payments.payouts.list(tenant, { limit, from, to }),
      );
      return { value: { payouts: items, hasMore }, text: withHint(tableOf(items), hasMore) };
    },
  });
  addCommand(payouts, "resolve", {
    description: "record the outcome of a payout after checking whether the payee has the money",
    examples: [
      `wonflow payouts resolve --mid 7 --mode live --id payout_… \\\n    --outcome not-done --note "bank statement of 25 November"`,
    ],
    options: evidenceOptions.extend({ id: option("--id <payout>", "its id in the list", z.string()) }),
    async run({ id, ...options }) {
      const evidence = evidenceOf(options);
      const value = await ofMerchant(options, (payments, tenant) => payments.payouts.resolve(tenant, id, evidence), {
        NOT_FOUND_PAYOUT: `merchant ${options.mid} has no payout ${id} in ${options.mode} mode`,
        NOT_FOUND_ATTEMPT: `${id} has not been sent to the bank yet`,
        ALREADY_CONCLUDED_ATTEMPT: `${id} has ended and needs no review`,
        PAYOUT_STATEMENT_NOT_READ:
          "the bank's statement of the payout date has not been read yet: say not-done after that",
      });
      return { value, text: `${id} is ${value.status}.` };
    },
  });
  addCommand(payouts, "account", {
    description: "show or set the merchant's own account, which gets the available rest every evening",
    examples: [
      `wonflow payouts account --mid 7 --mode live \\\n    --bank-code 088 --account-number 110-987-654321 --holder "가게 주식회사"`,
    ],
    options: accountOptions,
    async run(options) {
      const value = await ofMerchant(options, ({ payouts: ofPayouts }, tenant) => account(ofPayouts, tenant, options), {
        NOT_FOUND_TRANSFER_ACCOUNT: `merchant ${options.mid} has no account of its own in ${options.mode} mode`,
      });
      const { bankCode, accountNumber, holderName } = value.account;
      const transfer = value.daily ? "The available rest is transferred every evening." : "There is no daily transfer.";
      return { value, text: `${bankCode} ${accountNumber} ${holderName}\n${transfer}` };
    },
  });
}

function account(payouts: Payments["payouts"], tenant: Tenant, options: z.output<typeof accountOptions>) {
  const { bankCode, accountNumber, holder, daily } = options;
  if ([bankCode, accountNumber, holder, daily].every((one) => one === undefined)) {
    return payouts.getTransferAccount(tenant);
  }
  if (bankCode === undefined || accountNumber === undefined || holder === undefined) {
    throw new UsageError("--bank-code, --account-number and --holder go together");
  }
  const set = { account: { bankCode, accountNumber, holderName: holder } };
  return payouts.setTransferAccount(tenant, { ...set, ...(daily !== undefined && { daily: daily === "on" }) });
}

function tableOf(payouts: readonly PayoutView[]): string {
  if (payouts.length === 0) return "There are no payouts.";
  const rows = payouts.map(({ payoutDate, status, amount, id, reconciliationRequired }) => {
    return [payoutDate, status, won(amount.value), reconciliationRequired ? "yes" : "", id];
  });
  return textTable([["PAID ON", "STATUS", "WON", "LOOK", "ID"], ...rows]);
}
