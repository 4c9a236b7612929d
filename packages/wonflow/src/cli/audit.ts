import type { Audit, Payments, Tenant } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";

import { allPages } from "../all-pages.ts";
import { print } from "./print.ts";
import { withProgress, type Tell } from "./progress.ts";
import { textTable, won } from "./table.ts";
import { tenantOf, tenantSchema } from "./tenant-options.ts";
import { UsageError } from "./usage-error.ts";
import { withPayments } from "./with-payments.ts";

const { mid, mode } = tenantSchema.shape;
const auditSchema = z
  .object({ mid: mid.optional(), mode: mode.optional(), json: tenantSchema.shape.json })
  .refine((given) => (given.mid === undefined) === (given.mode === undefined), "--mid and --mode go together");

interface MerchantAudit extends Tenant, Audit {}

/** `wonflow audit`: recomputes balances from their postings. It ends with 1 where one of them differs. */
export function addAuditCommand(program: Command): void {
  program
    .command("audit")
    .description("recompute the balances of a merchant, or of all, from their postings")
    .option("--mid <number>", "the merchant's id; all merchants without it")
    .option("--mode <test|live>", "test money or live money")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExamples:\n  wonflow audit\n  wonflow audit --mid 7 --mode live --json")
    .action(async (given: unknown) => {
      const asked = tenantOf(auditSchema, given);
      const audits = await withPayments("development", (payments) =>
        withProgress("Reading the merchants", async (tell) =>
          auditAll(payments, await tenantsOf(payments, asked), tell),
        ),
      );
      print(asked.json, { merchants: audits }, textOf(audits));
      if (audits.some(({ differences }) => differences.length > 0)) process.exitCode = 1;
    });
}

/** The merchant that is named, or all. */
async function tenantsOf(
  payments: Payments,
  { mid, mode: ofMerchant }: z.output<typeof auditSchema>,
): Promise<readonly Tenant[]> {
  if (mid === undefined || ofMerchant === undefined) return allPages((page) => payments.merchants.list(page));
  const merchant = await payments.merchants.get({ mId: mid, mode: ofMerchant });
  if (!merchant.ok) throw new UsageError(`merchant ${mid} is not registered in ${ofMerchant} mode`);
  return [{ mId: mid, mode: ofMerchant }];
}

async function auditAll(payments: Payments, tenants: readonly Tenant[], tell: Tell): Promise<readonly MerchantAudit[]> {
  const made: MerchantAudit[] = [];
  for (const { mId, mode: ofMerchant } of tenants) {
    tell(`${made.length} of ${tenants.length} merchants are recomputed`);
    const tenant = { mId, mode: ofMerchant };
    made.push({ ...tenant, ...(await payments.ledger.audit(tenant)) });
  }
  return made;
}

function textOf(audits: readonly MerchantAudit[]): string {
  const rows = audits.flatMap(({ mId, mode: ofMerchant, differences }) =>
    differences.map(({ account, balance, postings }) => [`${mId}`, ofMerchant, account, won(balance), won(postings)]),
  );
  if (rows.length > 0) return textTable([["MID", "MODE", "ACCOUNT", "BALANCE", "POSTINGS"], ...rows]);
  return audits.length === 1
    ? "The balances of 1 merchant are what its postings come to."
    : `The balances of ${audits.length} merchants are what their postings come to.`;
}
