import type { Timeline } from "@wonflow/client";
import { methodChoices, methodName } from "@wonflow/core/browser";
import { won } from "../amount/won.ts";
import { language, say } from "../language/language.ts";
import { dayText, momentText } from "../time/seoul.ts";

type Event = Timeline["items"][number];
type Detail = Event["detail"];

/** How an event reads. `look` is its tone; `minor` is for those that only some people ask for. */
export interface EventText {
  readonly title: string;
  readonly note: string;
  readonly look: "good" | "bad" | "warning" | "minor" | "plain";
}

const text = (value: Detail[string] | undefined) => (value == null ? "" : String(value));
const amountOf = (value: Detail[string] | undefined) => (typeof value === "number" ? won(value) : "");
const joined = (...parts: readonly string[]) => parts.filter((part) => part !== "").join(" · ");
const timeOf = (value: Detail[string] | undefined) => (typeof value === "string" ? momentText(value) : "");

function kindText(kind: Detail[string] | undefined): string {
  const kinds: Readonly<Record<string, string>> = {
    approval: say("승인", "approval"),
    cancellation: say("취소", "cancellation"),
    reversal: say("승인 되돌리기", "reversal"),
    payout: say("지급", "payout"),
  };
  return kinds[text(kind)] ?? text(kind);
}

function accountText(account: string): string {
  const accounts: Readonly<Record<string, string>> = {
    receivable: say("PG사에서 받을 돈", "receivable"),
    bank: say("은행", "bank"),
    pending: say("정산 전", "pending"),
    available: say("쓸 수 있는 잔액", "available"),
    reserved: say("지급 예약", "reserved"),
    fee: say("수수료", "fee"),
    vat: say("부가세", "VAT"),
  };
  return accounts[account] ?? account;
}

function ledgerText(detail: Detail): string {
  const changes = Object.entries(detail).flatMap(([account, amount]) => {
    // A batch's entry names the batch as well.
    if (typeof amount !== "number") return [];
    // The joiner keeps a sign beside its amount.
    return `${accountText(account)} ${amount > 0 ? "+\u2060" : ""}${won(amount)}`;
  });
  return changes.join(" · ");
}

function expiryText(reason: Detail[string] | undefined): string {
  const reasons: Readonly<Record<string, string>> = {
    superseded: say("같은 주문으로 새 결제가 만들어졌어요", "another payment was made for the order"),
    "given-up": say("구매자가 그만뒀어요", "the buyer gave up"),
    "not-confirmed": say("상점 서버가 제때 확정하지 않았어요", "the merchant’s server did not confirm in time"),
    "cards-refused": say("카드가 너무 여러 번 거절됐어요", "too many cards were refused"),
    "link-over": say("결제 링크의 시간이 지났어요", "the link’s time was over"),
  };
  return reasons[text(reason)] ?? text(reason);
}

function deliveryText(status: Detail[string] | undefined): string {
  const statuses: Readonly<Record<string, string>> = {
    PENDING: say("보내는 중", "being sent"),
    DELIVERED: say("받았어요", "delivered"),
    EXHAUSTED: say("보내지 못했어요", "given up"),
  };
  return statuses[text(status)] ?? text(status);
}

function endText({ outcome, refusal, approvalNumber, providerCode, providerMessage, foundByPeople }: Detail): string {
  return joined(
    outcome === "done" ? "" : text(refusal),
    approvalNumber == null ? "" : say(`승인번호 ${text(approvalNumber)}`, `approval ${text(approvalNumber)}`),
    joined(text(providerCode), text(providerMessage)),
    foundByPeople === true ? say("사람이 확인했어요", "entered by an operator") : "",
  );
}

/** A canceled payment has a refunded amount; a payout that the bank canceled has none. */
function canceledText(amount: Detail[string] | undefined, isUnpaid: boolean): string {
  if (isUnpaid) return say("결제 전에 취소됐어요", "Canceled before it was paid");
  if (amount == null) return say("취소됐어요", "Canceled");
  return say(`${amountOf(amount)}을 돌려줬어요`, `${amountOf(amount)} refunded`);
}

/** The event of a typed card has no method. */
function authenticatedText(method: Detail[string] | undefined, easyPay: Detail[string] | undefined): string {
  const chosen = methodChoices.find((each) => each === (easyPay ?? method));
  if (chosen === undefined) return say("구매자가 카드를 인증했어요", "The buyer authenticated a card");
  const name = methodName(chosen, language());
  return say(
    `구매자가 PG사 결제창에서 인증했어요: ${name}`,
    `The buyer authenticated in the gateway’s window: ${name}`,
  );
}

type Read = (detail: Detail) => EventText;

const event = (title: string, note = "", look: EventText["look"] = "plain"): EventText => ({ title, note, look });

const texts: Readonly<Record<Event["event"], Read>> = {
  requested: ({ totalAmount, amount, requestedBy, payoutDate }) => {
    const by: Readonly<Record<string, string>> = {
      server: say("상점 서버가 만든 링크", "a link of the merchant’s server"),
      browser: say("상점 페이지", "the merchant’s page"),
      charge: say("등록한 카드", "stored cards"),
    };
    const day = typeof payoutDate === "string" ? dayText(payoutDate) : "";
    return event(say("요청했어요", "Requested"), joined(amountOf(totalAmount ?? amount), by[text(requestedBy)] ?? day));
  },
  "refused-try": ({ refusals }) =>
    event(say(`카드가 ${text(refusals)}번 거절됐어요`, `Cards refused: ${text(refusals)}`), "", "warning"),
  authenticated: ({ method, easyPay, maskedNumber, confirmBy }) =>
    event(
      authenticatedText(method, easyPay),
      joined(text(maskedNumber), say(`${timeOf(confirmBy)}까지 확정`, `to be confirmed by ${timeOf(confirmBy)}`)),
    ),
  "confirm-asked": ({ askedBy }) =>
    event(
      askedBy === "charge"
        ? say("등록한 카드로 결제를 요청했어요", "A charge to stored cards was asked for")
        : say("상점 서버가 확정했어요", "The merchant’s server confirmed"),
    ),
  "attempt-opened": ({ kind, amount, gateway }) =>
    event(
      say(
        `${kindText(kind)} 요청을 ${kind === "payout" ? "은행" : "PG사"}에 보냈어요`,
        `Asked for the ${kindText(kind)}`,
      ),
      joined(amountOf(amount), gateway === "default" ? "" : text(gateway)),
      "minor",
    ),
  "looked-up": ({ answersWithoutOutcome, nextAt, reason }) =>
    event(
      say(
        `결과를 몰라서 ${text(answersWithoutOutcome)}번 조회했어요`,
        `Looked up ${text(answersWithoutOutcome)} times, as the outcome was unknown`,
      ),
      joined(text(reason), nextAt == null ? "" : say(`다음 조회 ${timeOf(nextAt)}`, `next ${timeOf(nextAt)}`)),
      "warning",
    ),
  flagged: ({ kind }) =>
    event(say(`${kindText(kind)}: 사람이 확인해야 해요`, `The ${kindText(kind)} needs review`), "", "bad"),
  "attempt-ended": (detail) =>
    detail["outcome"] === "done"
      ? event(say(`${kindText(detail["kind"])} 요청이 받아들여졌어요`, "Accepted"), endText(detail), "minor")
      : event(say(`${kindText(detail["kind"])} 요청이 거절됐어요`, "Refused"), endText(detail), "bad"),
  approved: ({ totalAmount, feeRate }) =>
    event(
      say("결제됐어요", "Paid"),
      joined(amountOf(totalAmount), say(`수수료율 ${text(feeRate)}%`, `fee rate ${text(feeRate)}%`)),
      "good",
    ),
  aborted: ({ failure }) => event(say("결제하지 못했어요", "Not paid"), text(failure), "bad"),
  expired: ({ reason }) => event(say("결제 없이 끝났어요", "Ended without a payment"), expiryText(reason)),
  "cancellation-asked": ({ reason }) => event(say("취소를 요청했어요", "A cancellation was asked for"), text(reason)),
  canceled: ({ amount, byGateway, late, unpaid }) =>
    event(
      canceledText(amount, unpaid === true),
      joined(
        byGateway === true ? say("PG사가 직접 돌려줬어요", "by the gateway itself") : "",
        late === true ? say("약속보다 늦게 처리됐어요", "later than promised") : "",
      ),
      "good",
    ),
  "cancellation-refused": ({ refusal }) =>
    event(say("취소가 거절됐어요", "The cancellation was refused"), text(refusal), "bad"),
  "settlement-due": ({ day, net }) =>
    event(
      typeof day === "string"
        ? say(`${dayText(day)}에 정산돼요`, `Settles on ${dayText(day)}`)
        : say("정산일이 아직 정해지지 않았어요", "Its settlement day is not known yet"),
      amountOf(net),
    ),
  settled: ({ net, fee, vat }) =>
    event(
      say("정산됐어요", "Settled"),
      joined(
        amountOf(net),
        say(`수수료 ${amountOf(fee)}`, `fee ${amountOf(fee)}`),
        say(`부가세 ${amountOf(vat)}`, `VAT ${amountOf(vat)}`),
      ),
      "good",
    ),
  submitted: () => event(say("은행에 보냈어요", "Sent to the bank")),
  accepted: () => event(say("은행이 접수했어요", "Accepted by the bank")),
  paid: () => event(say("지급됐어요", "Paid out"), "", "good"),
  failed: ({ lastError }) => event(say("지급하지 못했어요", "Not paid out"), text(lastError), "bad"),
  returned: () => event(say("은행이 되돌려 보냈어요", "Returned by the bank"), "", "bad"),
  resolved: ({ outcome, tookEffectAt }) =>
    event(
      say("사람이 결과를 확인했어요", "Its outcome was entered by an operator"),
      outcome === "done"
        ? say(`${timeOf(tookEffectAt)}에 지급됐어요`, `paid at ${timeOf(tookEffectAt)}`)
        : say("지급되지 않았어요", "not paid"),
    ),
  "ledger-entry": (detail) => event(say("장부에 적었어요", "Booked"), ledgerText(detail), "minor"),
  webhook: ({ event: name, status, lastAnswer, nextTryAt }) =>
    event(
      say(`웹훅 ${text(name)}`, `Webhook ${text(name)}`),
      joined(
        deliveryText(status),
        lastAnswer == null ? "" : String(lastAnswer),
        nextTryAt == null || status !== "PENDING"
          ? ""
          : say(`다음 시도 ${timeOf(nextTryAt)}`, `next ${timeOf(nextTryAt)}`),
      ),
      status === "EXHAUSTED" ? "bad" : "minor",
    ),
};

/** An event of a kind that this page does not know yet is named by its name. */
export function eventText({ event: name, detail }: Event): EventText {
  return texts[name]?.(detail) ?? event(name);
}
