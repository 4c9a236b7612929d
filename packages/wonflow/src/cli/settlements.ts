import { dayInSeoul, type SettledLines } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";

import { ofMerchant } from "./of-merchant.ts";
import { pageOptions, pageSchema, withHint } from "./page-options.ts";
import { print } from "./print.ts";
import { minuteInSeoul, textTable, won } from "./table.ts";
import { tenantOf, tenantOptions, tenantSchema } from "./tenant-options.ts";

const listSchema = pageSchema.extend({ from: z.string().optional(), to: z.string().optional() });
const showSchema = tenantSchema.extend({ id: z.string() });

const dayMs = 24 * 60 * 60 * 1000;

/** `wonflow settlements`: what a merchant earned, and when it got it. */
export function addSettlementCommands(program: Command): void {
  const settlements = program.command("settlements").description("what a merchant earned, and when it got it");
  pageOptions(tenantOptions(settlements.command("list")))
    .description("list the settlements of some days, the oldest first")
    .option("--from <day>", "the first day, YYYY-MM-DD in Seoul; 30 days ago unless said")
    .option("--to <day>", "the last day; today unless said")
    .addHelpText("after", "\nExample:\n  wonflow settlements list --mid 7 --mode live --from 2026-11-01")
    .action(async (given: unknown) => {
      const { from, to, limit, json, ...named } = tenantOf(listSchema, given);
      const page = await ofMerchant(named, ({ settlements: operations }, tenant, clock) => {
        const now = clock.now();
        const days = { from: from ?? dayInSeoul(now - 30 * dayMs), to: to ?? dayInSeoul(now) };
        return operations.list(tenant, { limit, ...days });
      });
      const { items, hasMore } = page;
      print(json, { settlements: items, hasMore }, withHint(tableOf(items), hasMore));
    });
  tenantOptions(settlements.command("show"))
    .description("show one settlement with its lines")
    .requiredOption("--id <settlement>", "its id in the list")
    .addHelpText("after", "\nExample:\n  wonflow settlements show --mid 7 --mode live --id stl.…")
    .action(async (given: unknown) => {
      const { id, json, ...named } = tenantOf(showSchema, given);
      const settlement = await ofMerchant(named, (payments, tenant) => payments.settlements.lookUp(tenant, id), {
        NOT_FOUND_SETTLEMENT: `merchant ${named.mid} has no settlement ${id} in ${named.mode} mode`,
      });
      print(json, settlement, textOf(settlement));
    });
}

function tableOf(settlements: readonly SettledLines[]): string {
  if (settlements.length === 0) return "Nothing was settled on these days.";
  const rows = settlements.map(({ settlementId, settledAt, amount, lines }) => {
    return [minuteInSeoul(Date.parse(settledAt)), won(amount), String(lines.length), settlementId];
  });
  return textTable([["SETTLED (KST)", "WON", "LINES", "ID"], ...rows]);
}

function textOf({ settlementId, amount, settledAt, lines }: SettledLines): string {
  const rows = lines.map(({ orderId, transactionAmount, feeAmount, vatAmount, settledAmount }) => {
    return [orderId, won(transactionAmount), won(feeAmount), won(vatAmount), won(settledAmount)];
  });
  const title = `${settlementId}  ${minuteInSeoul(Date.parse(settledAt))} (KST)  ${won(amount)} won`;
  return [title, textTable([["ORDER", "PAID", "FEE", "VAT", "SETTLED"], ...rows])].join("\n");
}
