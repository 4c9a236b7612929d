import type { SellerView } from "@wonflow/core";
import type { Command } from "commander";

import { ofMerchant } from "./of-merchant.ts";
import { pageOptions, pageSchema, withHint } from "./page-options.ts";
import { print } from "./print.ts";
import { textTable } from "./table.ts";
import { tenantOf, tenantOptions } from "./tenant-options.ts";

/** `wonflow sellers`: whom a merchant pays out to. */
export function addSellerCommands(program: Command): void {
  const sellers = program.command("sellers").description("whom a merchant pays out to");
  pageOptions(tenantOptions(sellers.command("list")))
    .description("list the sellers of a merchant, in the order in which they came")
    .addHelpText("after", "\nExample:\n  wonflow sellers list --mid 7 --mode live --limit 100")
    .action(async (given: unknown) => {
      const { limit, json, ...named } = tenantOf(pageSchema, given);
      const page = await ofMerchant(named, (payments, tenant) => payments.sellers.list(tenant, { limit }));
      const { items, hasMore } = page;
      print(json, { sellers: items, hasMore }, withHint(tableOf(items), hasMore));
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
