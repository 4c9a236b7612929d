import { z } from "zod";
import { dayAfter } from "../../ledger/calendar/business-days.ts";
import { dayInSeoul, startOfDayInSeoul } from "../../engine/time/seoul-time.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import { intentList, intentRecord, type Intent, type PaymentContext } from "../../payment/intent/intent.ts";
import type { PayoutBankContext } from "../../payout/bank/context.ts";
import { payoutList, payoutRecord, slotRef, type Payout } from "../../payout/payout.ts";
import { askStatement } from "../../payout/read-statement.ts";
import { ok, refuseField, type Answer } from "../../result.ts";
import type { ListRequest, StoredRecord } from "../../engine/commit/store.ts";
import { tenantId, type Tenant } from "../../engine/tenant/tenant.ts";
import { validate } from "../../engine/request/validate.ts";
import { checkCardStatements } from "./check-card-statement.ts";
import { checkPayment } from "./check-payments.ts";
import { checkPayout, strayMovements, type Statement } from "./check-payouts.ts";
import { together, type Checked } from "./difference.ts";

const daySchema = z.object({ day: z.iso.date({ error: "must be a day of the calendar, YYYY-MM-DD" }) });

export const reconcileErrors = ["INVALID_REQUEST"] as const;

export interface Reconciliation extends Checked {
  readonly day: string;
  /** Payments requested on the day, and payouts of the day, that were compared. */
  readonly payments: number;
  readonly payouts: number;
}

type ReconcileContext = PaymentContext & PayoutBankContext;

const atOnce = 20;

export async function reconcile(
  context: ReconcileContext,
  tenant: Tenant,
  day: string,
): Answer<Reconciliation, typeof reconcileErrors> {
  const valid = validate(daySchema, { day });
  if (!valid.ok) return valid;
  if (day >= dayInSeoul(context.clock.now())) return refuseField("INVALID_REQUEST", "day", "must be over");
  // A mode without a payout bank has no payouts to compare.
  const hasBank = context.payoutBanks[tenant.mode] !== undefined;
  const asked = await askStatement(context, tenant, day);
  const statement: Statement = asked.outcome === "done" ? asked.value : undefined;
  const checked: Intent[] = [];
  const payments = await checkList(context, tenant, {
    list: intentList,
    from: new Date(startOfDayInSeoul(day)).toISOString(),
    to: new Date(startOfDayInSeoul(dayAfter(day))).toISOString(),
    check: (body) => {
      const intent = intentRecord.schema.parse(body);
      checked.push(intent);
      return checkPayment(context, tenant, intent);
    },
  });
  const listed = await checkCardStatements(context, tenant, { day, checked });
  const payouts = await checkList(context, tenant, {
    list: payoutList,
    from: day,
    to: dayAfter(day),
    check: (body) => checkPayout(context, tenant, { payout: payoutRecord.schema.parse(body), statement }),
  });
  const strays = strayMovements(statement, await payoutsOf(context, tenant, statement));
  const found = together([payments.found, listed, payouts.found]);
  return ok({
    day,
    payments: payments.count,
    payouts: payouts.count,
    differences: [...found.differences, ...strays],
    unanswered: [...found.unanswered, ...(statement === undefined && hasBank ? [`statement.${day}`] : [])],
  });
}

/** The payouts, of any day, in the slots of a statement's movements. */
async function payoutsOf(context: ReconcileContext, tenant: Tenant, statement: Statement): Promise<readonly Payout[]> {
  const payouts: Payout[] = [];
  for (const { payee, payoutDate } of statement ?? []) {
    const payout = await loadOnce(context, tenant, async (read) => {
      const [slot] = await read(slotRef(payee, payoutDate));
      const [taken] = await read(slot && payoutRecord.ref(slot.payoutId));
      return taken;
    });
    if (payout !== undefined) payouts.push(payout);
  }
  return payouts;
}

async function checkList(
  { store }: ReconcileContext,
  tenant: Tenant,
  {
    check,
    ...part
  }: Omit<ListRequest, "limit" | "order" | "after"> & {
    readonly check: (body: StoredRecord["body"]) => Promise<Checked>;
  },
): Promise<{ readonly count: number; readonly found: Checked }> {
  const checks: Checked[] = [];
  let after: ListRequest["after"];
  for (;;) {
    const request = { ...part, limit: atOnce, order: "ascending", ...(after && { after }) } as const;
    const records = await store.list(tenantId(tenant), request);
    checks.push(...(await Promise.all(records.map(({ body }) => check(body)))));
    const last = records.at(-1);
    if (records.length < atOnce || last?.place == null) return { count: checks.length, found: together(checks) };
    after = { position: last.place.position, key: last.key };
  }
}
