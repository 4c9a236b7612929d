import type { Read } from "../commit.ts";
import { earningRecord, type Earning } from "../earning/earning.ts";
import type { IdempotencyRecord, IdempotentRequest } from "../idempotency/idempotency.ts";
import { replay } from "../idempotency/replay.ts";
import { merchantRef, type Merchant } from "../merchant/merchant.ts";
import { approvalKeys, approvalRecord, type ApprovalAttempt } from "../payment/approval-attempt.ts";
import { intentRecord, type Intent } from "../payment/intent.ts";
import { orderRecord } from "../payment/order.ts";
import { sessionRecord, type Session } from "../session/session.ts";
import { billingKeyRecord, isBillkey, type BillingKey } from "./billing-key.ts";
import type { Charge } from "./charge-request.ts";

/** A charge with what its decision must not make up itself. */
export interface Asked {
  readonly charge: Charge;
  readonly intentKey: string;
  readonly request: IdempotentRequest | undefined;
}

/** What a charge meets. */
export interface Charging {
  readonly merchant: Merchant | undefined;
  readonly record: IdempotencyRecord | undefined;
  /** The order's live or last payment, with what belongs to it. */
  readonly current: Intent | undefined;
  readonly currentSession: Session | undefined;
  readonly approval: ApprovalAttempt | undefined;
  readonly earning: Earning | undefined;
  /** The approval of the earlier request with the same idempotency key. */
  readonly earlier: ApprovalAttempt | undefined;
  /** One for each instrument. */
  readonly keys: readonly (BillingKey | undefined)[];
  /** Payments that the keys were last charged for, of which an approval is open. */
  readonly open: ReadonlySet<string>;
}

export async function loadCharging(read: Read, { charge: asked, intentKey, request }: Asked): Promise<Charging> {
  const { orderId, instruments } = asked;
  const keyRefs = instruments.map(({ billing }) => (isBillkey(billing) ? billingKeyRecord.ref(billing) : undefined));
  // What is new is read as well, so that its keys are guarded as absent.
  const added = approvalKeys(intentKey, instruments.length).map((key) => approvalRecord.ref(key));
  const [merchant, order, record] = await read(
    merchantRef,
    orderRecord.ref(orderId),
    request?.ref,
    intentRecord.ref(intentKey),
    ...added,
    ...keyRefs,
  );
  const keys = await read(...keyRefs);
  const lastCharges = keys.flatMap((key) => key?.charging ?? []).map((last) => intentRecord.ref(last));
  const replayed = replay(request, record);
  const earlierKey = replayed !== undefined && "attempt" in replayed ? replayed.attempt : undefined;
  const [current, earlier] = await read(
    order && intentRecord.ref(order.intentKey),
    earlierKey === undefined ? undefined : approvalRecord.ref(earlierKey),
    ...lastCharges,
  );
  const charged = await read(...lastCharges);
  const [currentSession, approval, earning] = await read(
    current?.sessionId == null ? undefined : sessionRecord.ref(current.sessionId),
    current?.approvalKey == null ? undefined : approvalRecord.ref(current.approvalKey),
    current?.approvedAt == null ? undefined : earningRecord.ref(current.intentKey),
  );
  const open = charged.flatMap((intent) =>
    intent === undefined || intent.openAttempt === null ? [] : intent.intentKey,
  );
  return { merchant, record, current, currentSession, approval, earning, earlier, keys, open: new Set(open) };
}
