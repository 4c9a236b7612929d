import { dayInSeoul, type CardMovement, type Outcome, type StatementPage, type StatementQuestion } from "@wonflow/core";
import { z } from "zod";
import { referenceOf } from "./decisions.ts";
import type { ApprovalRecord, GatewayRecords } from "./records.ts";

const linesOfAPage = 100;

/** A page of the list of a day. Approvals that were reversed, also later, are left out. */
export function statementOf(
  { approvals }: GatewayRecords,
  { tenant, day, cursor }: StatementQuestion,
  now: number,
): Outcome<StatementPage, never> {
  if (!z.iso.date().safeParse(day).success || day >= dayInSeoul(now)) {
    return { outcome: "unknown", reason: `${day} is not a day that is over.` };
  }
  const from = Number(cursor ?? 0);
  if (!Number.isSafeInteger(from) || from < 0) return { outcome: "unknown", reason: `${cursor} is no cursor.` };
  const lines = [...approvals.values()]
    .filter((approval) => approval.tenant === tenant)
    .flatMap(linesOf)
    .filter(({ at }) => dayInSeoul(at) === day)
    .toSorted((one, other) => one.at - other.at);
  const until = from + linesOfAPage;
  const movements = lines.slice(from, until).flatMap(({ isUndone, ...line }) => (isUndone ? [] : line));
  return { outcome: "done", value: { movements, next: until < lines.length ? String(until) : null } };
}

/** Pages are cut with the lines that are left out, so that a reversal between two pages moves none. */
interface Line extends CardMovement {
  readonly isUndone: boolean;
}

function linesOf(approval: ApprovalRecord): readonly Line[] {
  const { key: approvalKey, state, amount, arrivedAt, cancellations } = approval;
  if (arrivedAt === null || state === "REFUSED") return [];
  const about = { approvalKey, approvalReference: referenceOf(approval), isUndone: state === "REVERSED" };
  const canceled = cancellations.map(
    (cancellation) =>
      ({ kind: "CANCELED", ...about, amount: cancellation.amount, at: cancellation.canceledAt }) as const,
  );
  return [{ kind: "APPROVED", ...about, amount, at: arrivedAt }, ...canceled];
}
