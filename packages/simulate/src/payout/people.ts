import type { Payments, Tenant, TenantId } from "@wonflow/core";
import type { PayoutRecord } from "@wonflow/sandbox";
import type { BankBooks } from "../observation/observed.ts";
import { payoutKeyOf } from "./records.ts";

export async function lookAtPayouts(
  { payouts }: Pick<Payments, "payouts">,
  books: BankBooks,
  tenant: Tenant,
): Promise<void> {
  const id: TenantId = `${tenant.mId}:${tenant.mode}`;
  const listed = await payouts.list(tenant, { limit: 10_000 });
  for (const payout of listed.ok ? listed.value.items : []) {
    if (!payout.reconciliationRequired) continue;
    const record = books.records().find(({ tenant: of, key }) => of === id && key === payoutKeyOf(payout.id));
    if (record?.status === "ACCEPTED") continue;
    const note = "the bank's own record";
    const paidAt = record && outSince(record);
    await (paidAt === undefined
      ? payouts.resolve(tenant, payout.id, { outcome: "not-done", note })
      : payouts.resolve(tenant, payout.id, { outcome: "done", at: new Date(paidAt).toISOString(), note }));
  }
}

export function outSince({ steps }: Pick<PayoutRecord, "steps">): number | undefined {
  const last = steps.at(-1);
  return last?.status === "PAID" ? last.at : undefined;
}
