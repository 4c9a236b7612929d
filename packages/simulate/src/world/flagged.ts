import { parseTenantId, type Store, type Tenant, type TenantId } from "@wonflow/core";
import { attemptRecord, cancellationRecord, reversalRecord } from "@wonflow/core/internal";
import { z } from "zod";
import { outSince, payoutKeyOf } from "../payout/records.ts";
import type { DrawnPromises } from "../ports/gateway.ts";
import type { OperatorOptions } from "./run.ts";

/**
 * A refused reversal was canceled by hand at the gateway, so the rest is refunded by hand too. A cancellation whose card
 * accepts no refund was never made.
 */
export async function lookAtFlagged(options: OperatorOptions): Promise<void> {
  const { payments, merchants, gateways, scheduler, paysOut, profile } = options;
  const { requestDeadlineMs } = profile.settings;
  const now = scheduler.now();
  for (const { tenant: tenantId } of merchants) {
    const tenant = parseTenantId(tenantId);
    if (tenant === undefined) continue;
    if (paysOut) await lookAtPayouts(options, tenantId, tenant);
    const flagged = await payments.attempts.flagged(tenant, { limit: 100 });
    for (const { key, kind } of flagged.ok ? flagged.value.items : []) {
      const attempt = await attemptOf(options.store, tenantId, key);
      const approvalKey = attempt?.approvalKey;
      const record = approvalKey === undefined ? undefined : gateways.books.record(tenantId, approvalKey);
      const note = "the gateway's statement";
      if (kind === "reversal" && record !== undefined && record.canceledAmount > 0) {
        await gateways.giveBackRest(tenantId, record.key);
        await payments.attempts.resolve(tenant, key, { outcome: "done", at: new Date(now).toISOString(), note });
      } else if (
        kind === "reversal" &&
        record !== undefined &&
        /no-refund|refund-never-arrives/.test(record.cardToken ?? "")
      ) {
        // A card that takes no refunds can't be canceled after the reversal came too late.
        await gateways.undoByHand(tenantId, record.key);
      } else if (
        attempt?.kind === "reversal" &&
        record !== undefined &&
        attempt.cancellationSent &&
        isOver(attempt, gateways.books.promisesTo(tenantId), now)
      ) {
        // A cancellation in place of a net-cancel is sent once. If it had no effect, the money is refunded by hand.
        await gateways.giveBackRest(tenantId, record.key);
      } else if (
        attempt?.kind === "reversal" &&
        record === undefined &&
        isOver({ deadline: attempt.openedAt + requestDeadlineMs }, gateways.books.promisesTo(tenantId), now)
      ) {
        // The gateway once reported an approval that it does not have.
        await payments.attempts.resolve(tenant, key, { outcome: "done", at: new Date(now).toISOString(), note });
      }
      if (kind === "cancellation" && record?.cardToken?.includes("refund-never-arrives") === true) {
        await payments.attempts.resolve(tenant, key, { outcome: "not-done", note });
      }
    }
  }
}

async function lookAtPayouts(
  { payments: { payouts }, banks }: OperatorOptions,
  merchant: TenantId,
  tenant: Tenant,
): Promise<void> {
  const listed = await payouts.list(tenant, { limit: 10_000 });
  for (const payout of listed.ok ? listed.value.items : []) {
    if (!payout.reconciliationRequired) continue;
    const record = banks.books
      .records()
      .find(({ tenant: of, key }) => of === merchant && key === payoutKeyOf(payout.id));
    if (record?.status === "ACCEPTED") continue;
    const note = "the bank's own record";
    const paidAt = record && outSince(record);
    await (paidAt === undefined
      ? payouts.resolve(tenant, payout.id, { outcome: "not-done", note })
      : payouts.resolve(tenant, payout.id, { outcome: "done", at: new Date(paidAt).toISOString(), note }));
  }
}

const ofApproval = z.union([reversalRecord.schema, cancellationRecord.schema]);

async function attemptOf(store: Store, tenant: TenantId, key: string) {
  const { records } = await store.read(tenant, { keys: [{ kind: attemptRecord.name, id: key }] });
  return ofApproval.safeParse(records[0]?.body).data;
}

/** Whether every call has taken effect by now, or never will. */
function isOver(
  { deadline }: { readonly deadline: number },
  { settlesWithinMs, exceededByMs }: DrawnPromises,
  now: number,
): boolean {
  return now >= deadline + settlesWithinMs + exceededByMs;
}
