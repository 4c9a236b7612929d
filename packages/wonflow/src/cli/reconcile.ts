import type { Reconciliation } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";

import { createPayments } from "../create-payments.ts";
import { readEnvironment } from "../environment.ts";
import { checkSecret } from "../serve/check-secret.ts";
import { openParts } from "../serve/open-parts.ts";
import { openSandbox } from "../serve/open-sandbox.ts";
import { addCommand, option } from "./command.ts";
import { withProgress } from "./progress.ts";
import { textTable, won } from "./table.ts";
import { tenantOptions } from "./tenant-options.ts";
import { UsageError } from "./usage-error.ts";
import { refused } from "./with-payments.ts";

/** `wonflow reconcile`: our books of a day against the providers'. It ends with 1 if they differ, or one does not answer. */
export function addReconcileCommand(program: Command): void {
  addCommand(program, "reconcile", {
    description: "compare a day's ledger with the providers' own records and the bank's statement (sandbox)",
    notes: "The embedding program has the live providers: call payments.reconcile there.",
    examples: ["wonflow reconcile --mid 7 --mode test --day 2026-11-25"],
    options: tenantOptions.extend({ day: option("--day <day>", "a past day, YYYY-MM-DD in Seoul", z.string()) }),
    async run({ mid, mode, day }) {
      if (mode === "live") throw new UsageError("the command has no live providers: call payments.reconcile there");
      const value = await withProgress(`Comparing ${day}`, () => overSandbox(mid, day));
      if (value.differences.length + value.unanswered.length > 0) process.exitCode = 1;
      return { value, text: textOf(value) };
    },
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
  const rows = differences.map(({ about, kind, reference, ledger, provider, statement }) => {
    return [about, kind, won(ledger), won(provider), won(statement), reference];
  });
  const table = textTable([["ABOUT", "KIND", "LEDGER", "PROVIDER", "STATEMENT", "REFERENCE"], ...rows]);
  const actions = [...new Set(differences.map(({ action }) => action))];
  const silent = unanswered.map((key) => `No answer about ${key}.`);
  return [compared, ...(rows.length > 0 ? [table, ...actions] : []), ...silent].join("\n");
}
