import type { Audit, EnteredTwice, Payments, Recount, Tenant } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";
import { allPages } from "../all-pages.ts";
import { addCommand, option, UsageError } from "./command.ts";
import { notRegistered, withPayments } from "./with-payments.ts";
import { withProgress, type Tell, minuteInSeoul, textTable, won } from "./print.ts";
import { tenantOptions } from "./options.ts";

const { shape } = tenantOptions;
const auditOptions = z
  .object({
    mid: option("--mid <number>", "the merchant's id; all merchants without it", shape.mid.optional()),
    mode: option("--mode <test|live>", "test money or live money", shape.mode.optional()),
    correctCounters: option(
      "--correct-counters",
      "fix daily counters that are wrong (e.g. after an upgrade)",
      z.boolean().default(false),
    ),
  })
  .refine((given) => (given.mid === undefined) === (given.mode === undefined), "--mid and --mode go together");

type AuditOptions = z.output<typeof auditOptions>;

interface MerchantAudit extends Tenant, Audit {
  readonly counters: Recount;
  readonly enteredTwice: readonly EnteredTwice[];
}

export function addAuditCommand(program: Command): void {
  addCommand(program, "audit", {
    description: "recompute the balances and daily counters of a merchant, or of all, from postings and records",
    notes:
      "Balances are never corrected. Counters that change during the audit are skipped;\nre-run when traffic is low. Refunds by a gateway that may be booked twice\nare listed for review against the gateway's own list; the exit code stays 0.",
    examples: ["wonflow audit", "wonflow audit --mid 7 --mode live --json", "wonflow audit --correct-counters"],
    options: auditOptions,
    async run(options) {
      const audits = await withPayments("development", (payments) =>
        withProgress("Reading the merchants", async (tell) => auditAll(payments, options, tell)),
      );
      if (audits.some(isWrong)) process.exitCode = 1;
      return { value: { merchants: audits }, text: textOf(audits) };
    },
  });
}

function isWrong({ differences, counters }: MerchantAudit): boolean {
  return differences.length > 0 || (counters.differences.length > 0 && !counters.corrected);
}

async function tenantsOf(payments: Payments, { mid, mode }: AuditOptions): Promise<readonly Tenant[]> {
  if (mid === undefined || mode === undefined) return allPages((page) => payments.merchants.list(page));
  const merchant = await payments.merchants.get({ mId: mid, mode });
  if (!merchant.ok) throw new UsageError(notRegistered({ mId: mid, mode }));
  return [{ mId: mid, mode }];
}

async function auditAll(payments: Payments, options: AuditOptions, tell: Tell): Promise<readonly MerchantAudit[]> {
  const tenants = await tenantsOf(payments, options);
  const made: MerchantAudit[] = [];
  for (const { mId, mode } of tenants) {
    tell(`${made.length} of ${tenants.length} merchants are recomputed`);
    const audit = await payments.ledger.audit({ mId, mode });
    const counters = await payments.overview.recount({ mId, mode }, { correct: options.correctCounters });
    const enteredTwice = await payments.intents.enteredTwice({ mId, mode });
    made.push({ mId, mode, ...audit, counters, enteredTwice });
  }
  return made;
}

function textOf(audits: readonly MerchantAudit[]): string {
  return [balancesText(audits), ...countersText(audits), ...enteredTwiceText(audits)].join("\n\n");
}

function balancesText(audits: readonly MerchantAudit[]): string {
  const rows = audits.flatMap(({ mId, mode, differences }) =>
    differences.map(({ account, balance, postings }) => [`${mId}`, mode, account, won(balance), won(postings)]),
  );
  if (rows.length > 0) return textTable([["MID", "MODE", "ACCOUNT", "BALANCE", "POSTINGS"], ...rows]);
  return audits.length === 1
    ? "The balances of 1 merchant equal the sums of its postings."
    : `The balances of ${audits.length} merchants equal the sums of their postings.`;
}

function countersText(audits: readonly MerchantAudit[]): readonly string[] {
  const rows = audits.flatMap(({ mId, mode, counters }) =>
    counters.differences.map(({ name, day, counted, recounted }) => {
      const amounts = [won(counted.amount), won(recounted.amount), `${counted.count}`, `${recounted.count}`];
      return [`${mId}`, mode, name, day, ...amounts, counters.corrected ? "corrected" : "wrong"];
    }),
  );
  const moving = audits.flatMap(({ counters }) => counters.moving).length;
  const head = ["MID", "MODE", "COUNTER", "DAY", "AMOUNT", "RECOUNTED", "COUNT", "RECOUNTED", ""];
  const isLeft = audits.some(({ counters }) => counters.differences.length > 0 && !counters.corrected);
  return [
    rows.length > 0 ? textTable([head, ...rows]) : "The daily counters equal the records.",
    ...(isLeft ? ["Run wonflow audit --correct-counters to fix the counters."] : []),
    ...(moving > 0 ? [`${moving} counters changed during the audit and were skipped.`] : []),
  ];
}

/** Releases that did not recognise a repeat may have booked evidence twice. */
function enteredTwiceText(audits: readonly MerchantAudit[]): readonly string[] {
  const rows = audits.flatMap(({ mId, mode, enteredTwice }) =>
    enteredTwice.map(({ orderId, intentKey, outcomes, amount, day, times }) => {
      const minutes = times.map((time) => minuteInSeoul(time).replace(`${day} `, "")).join(", ");
      return [`${mId}`, mode, orderId, intentKey, outcomes.join(", "), won(amount), day, minutes];
    }),
  );
  if (rows.length === 0) return [];
  return [
    "Possibly booked more than once. Compare with the gateway's own list of the day:",
    textTable([["MID", "MODE", "ORDER", "PAYMENT", "OUTCOME", "WON EACH", "DAY", "AT"], ...rows]),
  ];
}
