import type { Audit, Payments, Tenant } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";

import { allPages } from "../all-pages.ts";
import { addCommand, option } from "./command.ts";
import { withProgress, type Tell } from "./progress.ts";
import { textTable, won } from "./table.ts";
import { tenantOptions } from "./tenant-options.ts";
import { UsageError } from "./usage-error.ts";
import { withPayments } from "./with-payments.ts";

const { shape } = tenantOptions;
const auditOptions = z
  .object({
    mid: option("--mid <number>", "the merchant's id; all merchants without it", shape.mid.optional()),
    mode: option("--mode <test|live>", "test money or live money", shape.mode.optional()),
  })
  .refine((given) => (given.mid === undefined) === (given.mode === undefined), "--mid and --mode go together");

interface MerchantAudit extends Tenant, Audit {}

export function addAuditCommand(program: Command): void {
  addCommand(program, "audit", {
    description: "recompute the balances of a merchant, or of all, from their postings",
    examples: ["wonflow audit", "wonflow audit --mid 7 --mode live --json"],
    options: auditOptions,
    async run(options) {
      const audits = await withPayments("development", (payments) =>
        withProgress("Reading the merchants", async (tell) =>
          auditAll(payments, await tenantsOf(payments, options), tell),
        ),
      );
      if (audits.some(({ differences }) => differences.length > 0)) process.exitCode = 1;
      return { value: { merchants: audits }, text: textOf(audits) };
    },
  });
}

async function tenantsOf(payments: Payments, { mid, mode }: z.output<typeof auditOptions>): Promise<readonly Tenant[]> {
  if (mid === undefined || mode === undefined) return allPages((page) => payments.merchants.list(page));
  const merchant = await payments.merchants.get({ mId: mid, mode });
  if (!merchant.ok) throw new UsageError(`merchant ${mid} is not registered in ${mode} mode`);
  return [{ mId: mid, mode }];
}

async function auditAll(payments: Payments, tenants: readonly Tenant[], tell: Tell): Promise<readonly MerchantAudit[]> {
  const made: MerchantAudit[] = [];
  for (const { mId, mode } of tenants) {
    tell(`${made.length} of ${tenants.length} merchants are recomputed`);
    made.push({ mId, mode, ...(await payments.ledger.audit({ mId, mode })) });
  }
  return made;
}

function textOf(audits: readonly MerchantAudit[]): string {
  const rows = audits.flatMap(({ mId, mode, differences }) =>
    differences.map(({ account, balance, postings }) => [`${mId}`, mode, account, won(balance), won(postings)]),
  );
  if (rows.length > 0) return textTable([["MID", "MODE", "ACCOUNT", "BALANCE", "POSTINGS"], ...rows]);
  return audits.length === 1
    ? "The balances of 1 merchant equal the sums of its postings."
    : `The balances of ${audits.length} merchants equal the sums of their postings.`;
}
