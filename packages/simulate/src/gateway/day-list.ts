import type { CardMovement, Gateway } from "@wonflow/core";
import type { ApprovalRecord } from "@wonflow/sandbox";
import { dayAt } from "../calendar/closed-days.ts";
import { isByPeople } from "../ports/by-people.ts";
import { isChargeback } from "./people.ts";

/** The name under which a gateway lists what its employees typed in. */
export function listedName({ key, amount }: Pick<ApprovalRecord, "key" | "amount">) {
  const isNameless = isByPeople(key) && amount % 2 === 0;
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
