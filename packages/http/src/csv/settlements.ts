import { seoulTime, type SettledLines } from "@wonflow/core";
import { column, sheetTime, type Column } from "./csv.ts";

/** A line with the settlement that it belongs to. */
interface SettlementLine extends Pick<SettledLines, "settlementId" | "settledAt"> {
  readonly line: SettledLines["lines"][number];
}

export function linesOf({ settlementId, settledAt, lines }: SettledLines): readonly SettlementLine[] {
  return lines.map((line) => ({ settlementId, settledAt, line }));
}

/**
 * The columns of settlement lines. Times are Seoul's, amounts in won. An amount is negative if a settled payment was
 * canceled.
 */
export const settlementColumns: readonly Column<SettlementLine>[] = [
  column("정산 번호", "Settlement id", ({ settlementId }) => settlementId),
  column("정산 시각", "Settled at", ({ settledAt }) => sheetTime(seoulTime(Date.parse(settledAt)))),
  column("주문번호", "Order id", ({ line }) => line.orderId),
  column("거래 금액", "Transaction amount", ({ line }) => line.transactionAmount),
  column("수수료율(%)", "Fee rate (%)", ({ line }) => line.feeRate),
  column("수수료", "Fee", ({ line }) => line.feeAmount),
  column("수수료 부가세", "VAT on the fee", ({ line }) => line.vatAmount),
  column("정산 금액", "Settled amount", ({ line }) => line.settledAmount),
];
