import { loadOnce } from "../engine/commit/commit.ts";
import type { Read } from "../engine/commit/snapshot.ts";
import { earningRecord, returnRefs } from "../ledger/earning/earning.ts";
import { ok, refuse } from "../result.ts";
import { approvalKeys, cancellationKeys, reversalAgainKey, reversalKey } from "./intent/attempt-keys.ts";
import { sessionRecord } from "./intent/session.ts";
import { tenantId, type Tenant } from "../engine/tenant/tenant.ts";
import { mostOfATimeline, timelineOf, deliveryRefs } from "../engine/timeline/timeline.ts";
import { approvalRecord } from "./intent/approval-attempt.ts";
import { cancellationRecord } from "./cancel/cancellation-attempt.ts";
import type { PaymentContext } from "./intent/context.ts";
import { intentKeySchema, intentRecord } from "./intent/intent.ts";
import { reversalRecord } from "./confirm/reversal-attempt.ts";
import { paymentHistory, type PaymentRecords } from "./timeline-events.ts";
import { paymentEvents } from "./intent/webhook.ts";

export const timelineErrors = ["NOT_FOUND_PAYMENT"] as const;

/**
 * The history of a payment from the records that there are. It reads each of them by its key: so the reads are as many
 * as the payment has cards and cancellations, up to a limit.
 */
export async function paymentTimeline(context: PaymentContext, tenant: Tenant, intentKey: string) {
  if (!intentKeySchema.safeParse(intentKey).success) return refuse("NOT_FOUND_PAYMENT");
  const holidays = await context.calendar.current(context);
  const records = await loadOnce(context, tenant, (read) => loadRecords(read, intentKey));
  if (records === undefined) return refuse("NOT_FOUND_PAYMENT");
  const { cancellations, told, approvedAt } = records.intent;
  // A cancellation is one entry: with too many of them the entries are left out, as they cannot be read in part.
  const isLong = cancellations > mostOfATimeline;
  const booked = approvedAt !== null && !isLong;
  const entries = booked ? await context.store.entries(tenantId(tenant), intentKey) : [];
  const { authenticationTries } = context.settings;
  const happened = paymentHistory(records, { holidays, entries, authenticationTries });
  return ok(timelineOf(happened, { hasMore: isLong || told > mostOfATimeline }));
}

async function loadRecords(read: Read, intentKey: string): Promise<PaymentRecords | undefined> {
  const [intent] = await read(intentRecord.ref(intentKey));
  if (intent === undefined) return undefined;
  const { sessionId, approvalKey, told } = intent;
  const session = sessionId === null ? undefined : sessionRecord.ref(sessionId);
  const methods = approvalKey === null ? 0 : intent.methods.length;
  const keys = approvalKeys(approvalKey, methods);
  const approvals = keys.map((key) => approvalRecord.ref(key));
  const reversals = keys.map(reversalKey);
  const shown = { ...intent, cancellations: Math.min(intent.cancellations, mostOfATimeline) };
  const returns = returnRefs(shown);
  const refs = {
    reversals: [...reversals, ...reversals.map(reversalAgainKey)].map((key) => reversalRecord.ref(key)),
    cancellations: cancellationKeys(shown).map((key) => cancellationRecord.ref(key)),
    earnings: methods === 0 ? [] : [earningRecord.ref(intentKey), ...returns],
    deliveries: deliveryRefs({ about: intentKey, told }, paymentEvents),
  };
  // All at once: the reads below then cost nothing more.
  await read(session, ...approvals, ...refs.reversals, ...refs.cancellations, ...refs.earnings, ...refs.deliveries);
  return {
    intent,
    session: (await read(session))[0],
    approvals: present(await read(...approvals)),
    reversals: present(await read(...refs.reversals)),
    cancellations: present(await read(...refs.cancellations)),
    earnings: present(await read(...refs.earnings)),
    deliveries: present(await read(...refs.deliveries)),
  };
}

function present<Body>(found: readonly (Body | undefined)[]): readonly Body[] {
  return found.filter((each) => each !== undefined);
}
