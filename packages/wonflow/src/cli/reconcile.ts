import type { Reconciliation } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";

import { checkSecret } from "../serve/check-secret.ts";
import { createPayments } from "../create-payments.ts";
import { readEnvironment } from "../environment.ts";
import { openParts } from "../serve/open-parts.ts";
import { openSandbox } from "../serve/open-sandbox.ts";
import { print } from "./print.ts";
import { withProgress } from "./progress.ts";
import { textTable, won } from "./table.ts";
import { tenantOf, tenantOptions, tenantSchema } from "./tenant-options.ts";
import { UsageError } from "./usage-error.ts";
import { refused } from "./with-payments.ts";

const schema = tenantSchema.extend({ day: z.string() });

/** `wonflow reconcile`: our books of a day against the providers'. It ends with 1 where they differ, or one is silent. */
export function addReconcileCommand(program: Command): void {
  tenantOptions(program.command("reconcile"))
    .description("compare a day's ledger with the providers' own records and the bank's statement (sandbox)")
    .requiredOption("--day <day>", "a day that is over, YYYY-MM-DD in Seoul")
    .addHelpText(
      "after",
      "\nLive providers are bound by the program that embeds the service:\ncall payments.reconcile there.\n\nExample:\n  wonflow reconcile --mid 7 --mode test --day 2026-11-25",
    )
    .action(async (given: unknown) => {
      const { mid, mode, json, day } = tenantOf(schema, given);
      if (mode === "live") throw new UsageError("the command has no live providers: call payments.reconcile there");
      const found = await withProgress(`Comparing ${day}`, () => overSandbox(mid, day));
      print(json, found, textOf(found));
      if (found.differences.length + found.unanswered.length > 0) process.exitCode = 1;
    });
}

async function overSandbox(mId: number, day: string): Promise<Reconciliation> {
  const environment = readEnvironment(process.env, "development");
  if (!environment.sandbox) throw new UsageError("there is no sandbox to compare with: set WONFLOW_SANDBOX=on");
  const { store, secrets, clock } = await openParts(environment);
  try {
    const sandbox = await openSandbox(environment, clock);
    try {
      const providers = { cardNetworks: { test: sandbox.network }, payoutBanks: { test: sandbox.bank } };
      const payments = createPayments({ store, clock, ...providers, secret: secrets });
      await checkSecret(payments, environment);
      const answer = await payments.reconcile({ mId, mode: "test" }, day);
      if (!answer.ok) throw refused(answer.error);
      return answer.value;
    } finally {
      await sandbox.close();
    }
  } finally {
    await store.close();
  }
}

function textOf({ day, payments, payouts, differences, unanswered }: Reconciliation): string {
  const compared = `${day}: ${payments} payments and ${payouts} payouts compared.`;
  if (differences.length + unanswered.length === 0) return `${compared} Everybody agrees.`;
  const rows = differences.map(({ about, reference, ledger, provider, statement }) => {
    return [about, won(ledger), won(provider), won(statement), reference];
  });
  const table = textTable([["ABOUT", "LEDGER", "PROVIDER", "STATEMENT", "REFERENCE"], ...rows]);
  const actions = [...new Set(differences.map(({ action }) => action))];
  const silent = unanswered.map((key) => `No answer about ${key}.`);
  return [compared, ...(rows.length > 0 ? [table, ...actions] : []), ...silent].join("\n");
}
