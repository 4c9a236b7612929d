import { nothingCharged, type Words } from "./words.ts";

type Text = readonly [korean: string, english: string];

const overLimit: Text = ["카드의 이용 한도를 넘었어요.", "This is above the card's limit."];

/** Refusals that a buyer can do something about. The service's own messages are for developers. */
const texts: Readonly<Record<string, Text>> = {
  REJECT_CARD_PAYMENT: ["카드의 한도나 잔액이 부족해요.", "The card's limit or balance is not enough."],
  EXCEED_MAX_DAILY_PAYMENT_COUNT: overLimit,
  EXCEED_MAX_PAYMENT_AMOUNT: overLimit,
  EXCEED_MAX_ONE_DAY_AMOUNT: overLimit,
  INVALID_STOPPED_CARD: ["정지된 카드예요.", "The card is blocked."],
  EXPIRED_PAYMENT_SESSION: ["결제할 수 있는 시간이 지났어요.", "The time to pay is over."],
};

const notApproved: Text = ["카드사가 결제를 승인하지 않았어요.", "The card company did not approve the payment."];

/** Why a payment was not made, where it is sure that it was not. */
export function whyNotPaid({ say }: Words, code: string): string {
  return `${say(...(texts[code] ?? notApproved))} ${say(...nothingCharged)}`;
}

/** Why a cancellation was not made. */
export function whyNotCanceled({ say }: Words, code: string): string {
  return code === "REFUND_REJECTED"
    ? say("카드사가 취소를 거절했어요.", "The card company refused the cancellation.")
    : say("취소하지 못했어요. 금액을 확인해 주세요.", "It was not canceled. Please check the amount.");
}
