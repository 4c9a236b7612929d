import type { PaymentIntent } from "@wonflow/client";
import { AmountLine } from "../amount/amount-line.tsx";
import { won } from "../amount/won.ts";
import { Cancellation } from "../cancellation/cancellation.tsx";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { Loading } from "../live/loading.tsx";
import { useLive } from "../live/use-live.ts";
import { OrderSettlement } from "../settlements/order-settlement.tsx";
import { useOperator } from "../session/session.ts";
import { Timeline } from "../timeline/timeline.tsx";
import { Moment } from "../time/moment.tsx";
import { companyName, methodText, PaymentStatus } from "./payment-table.tsx";

interface PaymentPageProps {
  readonly intentKey: string;
}

/** One payment: its amount, its cards and its outcome. */
export function PaymentPage({ intentKey }: PaymentPageProps) {
  const { mId } = useOperator();
  const name = encodeURIComponent(intentKey);
  const { value: payment, problem, refresh } = useLive<PaymentIntent>(`px/intents/${name}`);
  return (
    <>
      <PageTitle beside={payment && <PaymentStatus payment={payment} />}>
        {payment?.orderName ?? say("결제", "Payment")}
      </PageTitle>
      {payment === undefined ? (
        <Loading value={payment} problem={problem} />
      ) : (
        <div class="columns">
          <div>
            <Amounts payment={payment} />
            <Facts payment={payment} />
            <OrderSettlement payment={payment} />
          </div>
          <div>
            <Cancellation payment={payment} onChanged={refresh} />
            <Timeline path={`merchants/${mId}/payments/${name}/timeline`} />
          </div>
        </div>
      )}
    </>
  );
}

interface OfPayment {
  readonly payment: PaymentIntent;
}

function Amounts({ payment: { totalAmount, cancel } }: OfPayment) {
  const { canceledAmount = 0, remainingAmount = totalAmount, excessAmount = 0 } = cancel ?? {};
  return (
    <dl class="figures">
      <AmountLine title={say("결제 금액", "Paid")} amount={totalAmount} />
      {canceledAmount > 0 && (
        <>
          <AmountLine title={say("취소한 금액", "Canceled")} amount={-canceledAmount} />
          <AmountLine title={say("남은 금액", "Remaining")} amount={remainingAmount} />
        </>
      )}
      {excessAmount > 0 && (
        <AmountLine title={say("차지백으로 더 빠진 금액", "Charged back beyond that")} amount={-excessAmount} />
      )}
    </dl>
  );
}

function installmentText(months: number): string {
  return months < 2 ? say("일시불", "Lump sum") : say(`${months}개월 할부`, `${months} months`);
}

function Facts({ payment }: OfPayment) {
  const { orderId, intentKey, requestedAt, approvedAt, cancel, receipt, failure } = payment;
  return (
    <section class="card" aria-labelledby="facts">
      <h2 id="facts">{say("결제 정보", "Details")}</h2>
      <dl class="facts">
        <dt>{say("주문번호", "Order id")}</dt>
        <dd class="code">{orderId}</dd>
        <dt>{say("결제 키", "Payment key")}</dt>
        <dd class="code">{intentKey}</dd>
        <dt>{say("요청한 때", "Requested")}</dt>
        <dd>
          <Moment at={requestedAt} seconds />
        </dd>
        {approvedAt !== undefined && (
          <>
            <dt>{say("승인된 때", "Approved")}</dt>
            <dd>
              <Moment at={approvedAt} seconds />
            </dd>
          </>
        )}
        {cancel?.canceledAt !== undefined && (
          <>
            <dt>{say("마지막으로 취소한 때", "Last canceled")}</dt>
            <dd>
              <Moment at={cancel.canceledAt} seconds />
            </dd>
          </>
        )}
        <Methods payment={payment} />
        {receipt !== undefined && (
          <>
            <dt>{say("영수증", "Receipt")}</dt>
            <dd>
              <a href={receipt.candyUrl} target="_blank" rel="noreferrer">
                {hasSalesSlip(payment)
                  ? say("매출전표 보기", "Open the sales slip")
                  : say("거래확인서 보기", "Open the proof of payment")}
              </a>
            </dd>
          </>
        )}
        {failure?.map(({ code, message }) => (
          <>
            <dt>{say("실패한 까닭", "Why it failed")}</dt>
            <dd>
              {message} <span class="code">{code}</span>
            </dd>
          </>
        ))}
      </dl>
    </section>
  );
}

/** Wallets and transfers have no card sales slip. */
function hasSalesSlip({ methods }: PaymentIntent): boolean {
  return methods.every(({ method }) => method === "KEYIN" || method === "CARD");
}

function Methods({ payment: { methods } }: OfPayment) {
  return (
    <>
      {methods.map((method, index) => (
        <>
          <dt>{methods.length === 1 ? titleOf(method) : say(`카드 ${index + 1}`, `Card ${index + 1}`)}</dt>
          <dd>
            <PaidBy {...method} />
            {methods.length > 1 && ` · ${won(method.amount)}`}
          </dd>
        </>
      ))}
    </>
  );
}

type Method = PaymentIntent["methods"][number];

function titleOf({ method }: Method): string {
  return method === "KEYIN" || method === "CARD" ? say("카드", "Card") : say("결제 수단", "Method");
}

/** The card, wallet or bank, as far as the gateway reports it. */
function PaidBy(paid: Method) {
  const { keyin, card = keyin, easyPay, transfer } = paid;
  if (card !== undefined) {
    const { issuerCode, number, installmentPlanMonths: months } = card;
    return (
      <>
        {issuerCode === null ? methodText(paid) : companyName(issuerCode)}
        {number !== null && (
          <>
            {" "}
            <span class="code">{number}</span>
          </>
        )}
        {months !== null && `, ${installmentText(months)}`}
      </>
    );
  }
  if (paid.method === "KEYIN") return null;
  const discount = easyPay?.discountAmount ?? 0;
  const bankCode = transfer?.bankCode ?? null;
  return (
    <>
      {methodText(paid)}
      {discount > 0 &&
        say(
          ` · 구매자가 낸 금액 ${won(paid.amount - discount)}, 간편결제 할인 ${won(discount)}`,
          ` · the buyer paid ${won(paid.amount - discount)}, the wallet ${won(discount)}`,
        )}
      {bankCode !== null && say(` · 은행 코드 ${bankCode}`, ` · bank code ${bankCode}`)}
    </>
  );
}
