import type { Audit, Payments, Tenant } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";

import { print } from "./print.ts";
import { textTable } from "./table.ts";
import { tenantOf, tenantSchema } from "./tenant-options.ts";
import { refused, withPayments } from "./with-payments.ts";

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
      const audits = await withPayments("development", async (payments) => {
        const tenants =
          asked.mid === undefined || asked.mode === undefined
            ? await allMerchants(payments)
            : [{ mId: asked.mid, mode: asked.mode }];
        const made: MerchantAudit[] = [];
        for (const tenant of tenants) made.push({ ...tenant, ...(await payments.ledger.audit(tenant)) });
        return made;
      });
      print(asked.json, { merchants: audits }, textOf(audits));
      if (audits.some(({ differences }) => differences.length > 0)) process.exitCode = 1;
    });
}

async function allMerchants({ merchants }: Payments): Promise<readonly Tenant[]> {
  const found: Tenant[] = [];
  let startingAfter: string | undefined;
  do {
    const page = await merchants.list({ limit: 1_000, startingAfter });
    if (!page.ok) throw refused(page.error);
    found.push(...page.value.items.map(({ mId, mode: ofMerchant }) => ({ mId, mode: ofMerchant })));
    startingAfter = page.value.nextCursor ?? undefined;
  } while (startingAfter !== undefined);
  return found;
}

function textOf(audits: readonly MerchantAudit[]): string {
  const rows = audits.flatMap(({ mId, mode: ofMerchant, differences }) =>
    differences.map(({ account, balance, postings }) => [`${mId}`, ofMerchant, account, `${balance}`, `${postings}`]),
  );
  if (rows.length > 0) return textTable([["MID", "MODE", "ACCOUNT", "BALANCE", "POSTINGS"], ...rows]);
  const merchants = audits.length === 1 ? "1 merchant" : `${audits.length} merchants`;
  return `The balances of ${merchants} are what their postings come to.`;
}
