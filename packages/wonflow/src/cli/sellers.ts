import type { SellerView } from "@wonflow/core";
import type { Command } from "commander";
import { addCommand } from "./command.ts";
import { ofMerchant } from "./with-payments.ts";
import { pageOptions, withHint } from "./options.ts";
import { textTable } from "./print.ts";

export function addSellerCommands(program: Command): void {
  const sellers = program.command("sellers").description("the payees of a merchant's payouts");
  addCommand(sellers, "list", {
    description: "list the sellers of a merchant, in the order of their creation",
    examples: ["wonflow sellers list --mid 7 --mode live --limit 100"],
    options: pageOptions,
    async run({ limit, ...named }) {
      const page = await ofMerchant(named, (payments, tenant) => payments.sellers.list(tenant, { limit }));
      const { items, hasMore } = page;
      return { value: { sellers: items, hasMore }, text: withHint(tableOf(items), hasMore) };
    },
  });
}

function tableOf(sellers: readonly SellerView[]): string {
  if (sellers.length === 0) return "There are no sellers.";
  const rows = sellers.map((seller) => {
    const { bankCode, accountNumber } = seller.account;
    return [seller.refSellerId, seller.name, `${bankCode} ${accountNumber}`, stateOf(seller), seller.id];
  });
  return textTable([["REF", "NAME", "ACCOUNT", "AT THE BANK", "ID"], ...rows]);
}

function stateOf({ externalSellerId, registrationError }: SellerView): string {
  if (registrationError !== null) return `refused: ${registrationError.code}`;
  return externalSellerId === null ? "not yet registered" : "registered";
}
