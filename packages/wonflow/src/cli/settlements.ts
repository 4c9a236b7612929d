import { dayInSeoul, type SettledLines } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand, option } from "./command.ts";
import { ofMerchant } from "./with-payments.ts";
import { dayOptions, withHint, tenantOptions } from "./options.ts";
import { minuteInSeoul, textTable, won } from "./print.ts";

const dayMs = 24 * 60 * 60 * 1000;

export function addSettlementCommands(program: Command): void {
  const settlements = program.command("settlements").description("a merchant's settlements");
  addCommand(settlements, "list", {
    description: "list the settlements between two days, the oldest first",
    examples: ["wonflow settlements list --mid 7 --mode live --from 2026-11-01"],
    options: dayOptions("the first day, YYYY-MM-DD in Seoul; 30 days ago by default", "the last day; today by default"),
    async run({ from, to, limit, ...named }) {
      const { items, hasMore } = await ofMerchant(named, (payments, tenant, clock) => {
        const now = clock.now();
        const days = { from: from ?? dayInSeoul(now - 30 * dayMs), to: to ?? dayInSeoul(now) };
        return payments.settlements.list(tenant, { limit, ...days });
      });
      return { value: { settlements: items, hasMore }, text: withHint(tableOf(items), hasMore) };
    },
  });
  addCommand(settlements, "show", {
    description: "show one settlement with its lines",
    examples: ["wonflow settlements show --mid 7 --mode live --id stl.…"],
    options: tenantOptions.extend({ id: option("--id <settlement>", "its id in the list", z.string()) }),
    async run({ id, ...named }) {
      const value = await ofMerchant(named, (payments, tenant) => payments.settlements.lookUp(tenant, id), {
        NOT_FOUND_SETTLEMENT: `merchant ${named.mid} has no settlement ${id} in ${named.mode} mode`,
      });
      return { value, text: textOf(value) };
    },
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
