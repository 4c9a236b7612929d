import type { Mode, Payments, Reconciliation, Result } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";
import { createPayments } from "../create-payments.ts";
import { liveOf, readEnvironment } from "../settings/environment.ts";
import { checkSecret } from "../serve/start-checks.ts";
import { liveGateways } from "../gateways/live-gateways.ts";
import { windowsOf } from "../serve/from-environment.ts";
import { openParts, openSandbox, type Sandbox } from "../serve/open-parts.ts";
import { addCommand, option, UsageError } from "./command.ts";
import { withProgress, textTable, won } from "./print.ts";
import { tenantOptions } from "./options.ts";
import { refused } from "./with-payments.ts";

/** `wonflow reconcile`: our books of a day against the providers'. It ends with 1 if they differ, or one does not answer. */
export function addReconcileCommand(program: Command): void {
  addCommand(program, "reconcile", {
    description: "compare a day's ledger with the providers' own records and the bank's statement",
    notes: `It asks the sandbox, or the live gateway of the settings. An embedding
program with providers of its own calls payments.reconcile.`,
    examples: [
      "wonflow reconcile --mid 7 --mode test --day 2026-11-25",
      "wonflow reconcile --mid 7 --mode live --day 2026-11-25",
    ],
    options: tenantOptions.extend({ day: option("--day <day>", "a past day, YYYY-MM-DD in Seoul", z.string()) }),
    async run({ mid, mode, day }) {
      const tenant = { mId: mid, mode };
      const value = await withProgress(`Comparing ${day}`, () =>
        withProviders(mode, (all) => all.reconcile(tenant, day)),
      );
      if (value.differences.length + value.unanswered.length > 0) process.exitCode = 1;
      return { value, text: textOf(value, `--mid ${mid} --mode ${mode}`) };
    },
  });
}

/** Asks over the providers of a mode. */
async function withProviders<Value>(mode: Mode, ask: (payments: Payments) => Promise<Result<Value>>): Promise<Value> {
  // Live payments are taken in production, by the settings of `wonflow start`.
  const environment = readEnvironment(process.env, mode === "live" ? "production" : "development");
  const liveSettings = mode === "live" ? liveOf(environment) : [];
  if (mode === "live" && liveSettings.length === 0) {
    throw new UsageError("no live gateway is set: a program with one of its own calls payments.reconcile");
  }
  if (mode === "test" && !environment.sandbox) {
    throw new UsageError("there is no sandbox to compare with: set WONFLOW_SANDBOX=on");
  }
  const { store, secrets, clock } = await openParts(environment);
  const settings = { documentationKeys: environment.mode === "development", windowUrl: windowsOf(environment) };
  const parts = { store, clock, secret: secrets, settings };
  let sandbox: Sandbox | undefined;
  try {
    const alone = createPayments({ ...parts, gateways: {} });
    await checkSecret(alone, environment);
    sandbox = mode === "test" ? await openSandbox(environment, clock) : undefined;
    const live = await liveGateways(liveSettings, { clock, payments: alone });
    const gateways = { ...(sandbox && { test: sandbox.gateway }), ...(live && { live: live.gateways }) };
    const payoutBanks = sandbox === undefined ? {} : { test: sandbox.bank };
    const answer = await ask(createPayments({ ...parts, gateways, payoutBanks }));
    if (!answer.ok) throw refused(answer.error);
    return answer.value;
  } finally {
    await sandbox?.close();
    await store.close();
  }
}

function textOf({ day, payments, payouts, differences, unanswered }: Reconciliation, tenant: string): string {
  const compared = `${day}: ${payments} payments and ${payouts} payouts compared.`;
  if (differences.length + unanswered.length === 0) return `${compared} All records agree.`;
  const rows = differences.map(({ about, kind, reference, ledger, provider, statement }) => {
    return [about, kind, won(ledger), won(provider), won(statement), reference];
  });
  const table = textTable([["ABOUT", "KIND", "LEDGER", "PROVIDER", "STATEMENT", "REFERENCE"], ...rows]);
  // Actions name a method, which is of no use to an operator without a program.
  const actions = [...new Set(differences.map(({ action }) => action))].map((action) => {
    const [, key] = /payments\.attempts\.resolve\(tenant, "([^"]+)"/.exec(action) ?? [];
    return key === undefined ? action : `${action}, or wonflow attempts resolve ${tenant} --key ${key} --outcome …`;
  });
  const silent = unanswered.map((key) => `No answer about ${key}.`);
  return [compared, ...(rows.length > 0 ? [table, ...actions] : []), ...silent].join("\n");
}
