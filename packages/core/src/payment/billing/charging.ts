import type { Read } from "../../engine/commit/snapshot.ts";
import { earningRecord, type Earning } from "../../ledger/earning/earning.ts";
import { merchantRef, type Merchant } from "../../merchant/merchant.ts";
import { approvalRecord, type ApprovalAttempt } from "../intent/approval-attempt.ts";
import { intentRecord, type Intent } from "../intent/intent.ts";
import { orderRecord } from "../intent/order.ts";
import { sessionRecord, type Session } from "../intent/session.ts";
import { billingKeyRecord, isBillkey, type BillingKey } from "./billing-key.ts";
import type { Charge } from "./charge-request.ts";

export interface Charging {
  readonly merchant: Merchant | undefined;
  /** The order's live or last payment. */
  readonly current: Intent | undefined;
  readonly currentSession: Session | undefined;
  readonly approval: ApprovalAttempt | undefined;
  readonly earning: Earning | undefined;
  /** One for each instrument. */
  readonly keys: readonly (BillingKey | undefined)[];
  /** Payments of the keys' last charges that have an open attempt. */
  readonly open: ReadonlySet<string>;
}

/** The records whose keys are in the request itself. */
export function firstOfCharge({ orderId, instruments }: Charge) {
  const keys = instruments.map(({ billing }) => (isBillkey(billing) ? billingKeyRecord.ref(billing) : undefined));
  return [merchantRef, orderRecord.ref(orderId), ...keys] as const;
}

export async function loadCharging(read: Read, charge: Charge): Promise<Charging> {
  const [merchant, order, ...keys] = await read(...firstOfCharge(charge));
  const lastCharges = keys.flatMap((key) => key?.charging ?? []).map((last) => intentRecord.ref(last));
  const [current, ...charged] = await read(order && intentRecord.ref(order.intentKey), ...lastCharges);
  const [currentSession, approval, earning] = await read(
    current?.sessionId == null ? undefined : sessionRecord.ref(current.sessionId),
    current?.approvalKey == null ? undefined : approvalRecord.ref(current.approvalKey),
    current?.approvedAt == null ? undefined : earningRecord.ref(current.intentKey),
  );
  const open = charged.flatMap((intent) =>
    intent === undefined || intent.openAttempt === null ? [] : intent.intentKey,
  );
  return { merchant, current, currentSession, approval, earning, keys, open: new Set(open) };
}
