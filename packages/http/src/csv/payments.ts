import { cardCompanyName, methodName, type Language, type PaymentIntent } from "@wonflow/core";
import { column, sheetTime, type Column } from "./csv.ts";

type Method = PaymentIntent["methods"][number];
type ShownCard = NonNullable<Method["card"]>;

/** A payment by several cards has one line: its cards share one cell, in their order. */
function ofCards({ methods }: PaymentIntent, text: (card: ShownCard) => string | null): string {
  return methods.flatMap(({ keyin, card = keyin }) => (card === undefined ? [] : [text(card) ?? ""])).join(" / ");
}

/** The card companies; of a payment without a card the wallet, or the transfer. */
function payersOf(payment: PaymentIntent, language: Language): string {
  const others = payment.methods.flatMap(({ method, easyPay }) =>
    method === "EASY_PAY" || method === "TRANSFER" ? [methodName(easyPay?.provider ?? method, language)] : [],
  );
  return others.length > 0
    ? others.join(" / ")
    : ofCards(payment, ({ issuerCode }) => issuerCode && cardCompanyName(issuerCode, language));
}

/** The columns of a list of payments. Times are Seoul's, amounts in won. */
export const paymentColumns: readonly Column<PaymentIntent>[] = [
  column("결제 키", "Payment key", ({ intentKey }) => intentKey),
  column("주문번호", "Order id", ({ orderId }) => orderId),
  column("주문명", "Order name", ({ orderName }) => orderName),
  column("상태", "Status", ({ status }) => status),
  column("요청 시각", "Requested at", ({ requestedAt }) => sheetTime(requestedAt)),
  column("승인 시각", "Approved at", ({ approvedAt }) => sheetTime(approvedAt)),
  column("결제 금액", "Amount", ({ totalAmount }) => totalAmount),
  column("취소 금액", "Canceled amount", ({ cancel }) => cancel?.canceledAmount ?? 0),
  column("남은 금액", "Remaining amount", ({ cancel, totalAmount }) => cancel?.remainingAmount ?? totalAmount),
  column("취소 시각", "Canceled at", ({ cancel }) => sheetTime(cancel?.canceledAt)),
  column("카드사", "Card company", payersOf),
  column("카드번호", "Card number", (payment) => ofCards(payment, ({ number }) => number)),
  column("할부 개월", "Installment months", (payment) =>
    ofCards(payment, ({ installmentPlanMonths: months }) => (months === null ? null : String(months))),
  ),
  column("정산 번호", "Settlement id", ({ settlementId }) => settlementId),
  column("실패 코드", "Failure code", ({ failure }) => failure?.[0]?.code ?? null),
  column("차지백 초과 금액", "Chargeback excess", ({ cancel }) => cancel?.excessAmount ?? 0),
];
