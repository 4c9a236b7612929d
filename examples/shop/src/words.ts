/** The languages of the shop's pages. */
export type Language = "ko" | "en";

/** Texts, amounts, days and times in one language. */
export interface Words {
  readonly language: Language;
  /** The text in this language, of both. */
  readonly say: (korean: string, english: string) => string;
  /** An amount, in won. */
  readonly won: (amount: number) => string;
  /** A day in Korea. */
  readonly day: (moment: Date) => string;
  /** A day and a time of it in Korea, to the minute. */
  readonly moment: (moment: Date) => string;
  /** A time of a day in Korea, to the minute. */
  readonly time: (moment: Date) => string;
}

/** Every page says this of the money where nothing was paid. */
export const nothingCharged = ["결제된 금액은 없어요.", "Nothing is charged."] as const;

/** A cancellation whose outcome the service does not know yet. */
export const cancelPending = [
  "취소를 처리하고 있어요. 카드사 확인이 끝나면 반영돼요.",
  "The cancellation is under way, and shows here once the card company has confirmed it.",
] as const;

const timeZone = "Asia/Seoul";

const korean: Words = {
  language: "ko",
  say: (text) => text,
  // Added to 0, minus nothing is nothing.
  won: (amount) => `${(0 + amount).toLocaleString("ko-KR")}원`,
  day: (moment) => moment.toLocaleDateString("ko-KR", { dateStyle: "full", timeZone }),
  moment: (moment) => moment.toLocaleString("ko-KR", { dateStyle: "full", timeStyle: "short", timeZone }),
  time: (moment) => moment.toLocaleTimeString("ko-KR", { timeStyle: "short", timeZone }),
};

const english: Words = {
  language: "en",
  say: (_, text) => text,
  won: (amount) => `${amount < 0 ? "−" : ""}₩${Math.abs(amount).toLocaleString("en-US")}`,
  day: (moment) => moment.toLocaleDateString("en-US", { dateStyle: "full", timeZone }),
  moment: (moment) =>
    `${moment.toLocaleString("en-US", { dateStyle: "full", timeStyle: "short", timeZone })}, Korean time`,
  time: (moment) => `${moment.toLocaleTimeString("en-US", { timeStyle: "short", timeZone })}, Korean time`,
};

/** The visitor's language: the one that they chose before, or else their browser's first one. */
export function wordsFor({ headers }: Request): Words {
  const [, chosen] = /(?:^|; )language=(ko|en)(?:;|$)/.exec(headers.get("Cookie") ?? "") ?? [];
  const first = chosen ?? headers.get("Accept-Language")?.slice(0, 2).toLowerCase();
  return first === "en" ? english : korean;
}

/** Remembers a language, and leads back to the page where it was chosen. */
export function chooseLanguage(language: string, page: string): Response {
  const cookie = `language=${language === "en" ? "en" : "ko"}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly`;
  return new Response(null, { status: 303, headers: { Location: page, "Set-Cookie": cookie } });
}

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
