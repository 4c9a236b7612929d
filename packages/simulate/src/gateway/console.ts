import type { Clock, ReversalRequest, TenantId, CardMovement, Gateway } from "@wonflow/core";
import { testCards, type ApprovalRecord, type SandboxGateway } from "@wonflow/sandbox";
import { nameOf } from "../observation/observed-records.ts";
import { byStaff, isByStaff } from "../ports/gateway.ts";
import { dayAt } from "../calendar/calendar.ts";

const chargeback = ".chargeback";

/** Whether the gateway itself withdrew the money, after a complaint of the buyer. */
function isChargeback(key: string): boolean {
  return isByStaff(key) && key.endsWith(chargeback);
}

export interface ByHand {
  readonly approval: Pick<ReversalRequest, "tenant" | "approvalKey">;
  readonly part: 0 | 1;
  readonly isChargeback?: boolean;
}

export interface Typed {
  readonly tenant: TenantId;
  readonly key: string;
  readonly amount: number;
}

const goodCard = testCards.find(({ failure }) => failure === undefined)?.name;

interface Counter {
  /** The gateway that has an approval of this key. */
  readonly withApproval: (tenant: TenantId, key: string) => SandboxGateway | undefined;
  readonly clock: Clock;
  /** What the gateway itself has refunded to buyers, apart from our calls. */
  readonly paidBack: Map<string, ApprovalRecord>;
  /** Chargebacks beyond what remained of an approval. */
  readonly excesses: Map<string, ApprovalRecord["cancellations"]>;
}

/** The employees at a gateway's console. Their calls arrive at once. */
export function staffAt({ withApproval, clock, paidBack, excesses }: Counter) {
  function about({ tenant, key, arrivedAt }: Pick<ApprovalRecord, "tenant" | "key" | "arrivedAt">) {
    const now = clock.now();
    const approval = { approvalKey: key, approvalReference: null, approvalAskedAt: arrivedAt ?? now };
    return { tenant, authentication: null, ...approval, credentials: null, askedAt: now, deadline: now };
  }

  return {
    async cancel({ approval: { tenant, approvalKey }, part, isChargeback: isTaken = false }: ByHand): Promise<void> {
      const gateway = withApproval(tenant, approvalKey);
      const record = gateway?.record(tenant, approvalKey);
      const held = record?.state === "APPROVED" ? record.amount - record.canceledAmount : 0;
      if (gateway === undefined || record === undefined || held === 0) return;
      const amount = part === 0 ? held : Math.ceil(held / 3);
      const key = `${byStaff}${approvalKey}.${record.cancellations.length + 1}${isTaken ? chargeback : ""}`;
      const wanted = { amount, taxFreeAmount: 0, remainingAmount: held, reason: "by hand" };
      // The refund of a test card may fail on purpose.
      await gateway.cancel({ ...about(record), key, ...wanted }).catch(() => undefined);
    },
    /** A chargeback of a payment that was refunded in full, so the gateway holds nothing for it. */
    takeAgain({ tenant, key }: Pick<ApprovalRecord, "tenant" | "key">, amount: number): void {
      const name = nameOf({ tenant, key });
      const before = excesses.get(name) ?? [];
      const own = `${byStaff}${key}.again.${before.length + 1}${chargeback}`;
      const taken = { key: own, amount, taxFreeAmount: 0, reason: "a chargeback", reference: own };
      excesses.set(name, [...before, { ...taken, canceledAt: clock.now() }]);
    },
    /** A payment that was typed in the gateway's console. */
    async approve(gateway: SandboxGateway, { tenant, key, amount }: Typed): Promise<void> {
      const now = clock.now();
      const cardToken = `sbx_${goodCard}_${tenant}_typed-in-the-console`;
      const wanted = { amount, taxFreeAmount: 0, orderName: "typed in the console", installmentPlanMonths: 0 };
      const call = { tenant, key: byStaff + key, askedAt: now, credentials: null, deadline: now };
      await gateway.approve({ ...call, ...wanted, authentication: null, cardToken });
    },
    /** For a card that accepts no refunds. After the time for a net-cancel the gateway refunds the buyer itself. */
    async undo(tenant: TenantId, approvalKey: string): Promise<void> {
      const key = `${byStaff}reversal.${approvalKey}`;
      const gateway = withApproval(tenant, approvalKey);
      const before = gateway?.record(tenant, approvalKey);
      if (gateway === undefined || before === undefined) return;
      const { amount } = before;
      const undone = await gateway.reverse({ ...about(before), key, amount }).catch(() => undefined);
      const record = gateway.record(tenant, approvalKey);
      if (undone?.outcome !== "refused" || record?.state !== "APPROVED" || record.canceledAmount > 0) return;
      const paid = { key, amount, taxFreeAmount: 0, reason: "paid back by the gateway", reference: key };
      const cancellations = [{ ...paid, canceledAt: clock.now() }];
      paidBack.set(nameOf(record), { ...record, canceledAmount: amount, cancellations });
    },
  };
}

/** The name under which a gateway lists what its employees typed in. */
export function listedName({ key, amount }: Pick<ApprovalRecord, "key" | "amount">) {
  const isNameless = isByStaff(key) && amount % 2 === 0;
  return { approvalKey: isNameless ? null : key, approvalReference: isNameless ? `console.${key}` : null };
}

/** A gateway's list of a day, from its own records, without approvals that were net-canceled. */
export function dayListOf(records: () => readonly ApprovalRecord[]): NonNullable<Gateway["statement"]> {
  return async ({ tenant, day }) => {
    const own = records().filter((record) => record.tenant === tenant && record.state === "APPROVED");
    const movements = own.flatMap(linesOf).filter(({ at }) => dayAt(at) === day);
    return { outcome: "done", value: { movements, next: null } };
  };
}

/** Of any day. */
export function linesOf(record: ApprovalRecord): readonly CardMovement[] {
  const { amount, arrivedAt, cancellations } = record;
  const about = listedName(record);
  const approved: CardMovement = { kind: "APPROVED", ...about, amount, at: arrivedAt ?? 0 };
  const given = cancellations.map(({ key, amount: part, canceledAt }): CardMovement => {
    return { kind: isChargeback(key) ? "CHARGED_BACK" : "CANCELED", ...about, amount: part, at: canceledAt };
  });
  return [approved, ...given];
}
