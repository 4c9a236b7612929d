import { windowRefusals, type WindowMethod, type WindowRefusal } from "@wonflow/core";

/** What a tester can make happen in the simulated window. */
export interface WindowChoice {
  /** In its page's form, and in `choose`. */
  readonly name: string;
  readonly ko: string;
  readonly en: string;
  /** The test card behind the authentication: its failures happen at the approval. */
  readonly card: string;
  /** The methods that have it; all by default. */
  readonly methods?: readonly WindowMethod[];
  /** Won that the wallet deducts. */
  readonly discountAmount?: number;
  /** Chosen in the window; 0 by default. */
  readonly installmentPlanMonths?: number;
  /** The gateway confirms it, and the opening ends. */
  readonly refuse?: WindowRefusal;
  /** How much later the gateway knows what the buyer has done, in milliseconds; 0 by default. */
  readonly knownAfterMs?: number;
  /** What the browser brings back in place of the truth. */
  readonly browser?: "cancels" | "forges" | "twice";
}

const wallets: readonly WindowMethod[] = ["KAKAOPAY", "NAVERPAY", "TOSSPAY", "SAMSUNGPAY", "PAYCO"];
const minuteMs = 60_000;

/** The choices of the simulated window. Closing its tab is one more, which needs no button. */
export const windowChoices: readonly WindowChoice[] = [
  { name: "succeed", ko: "인증하기", en: "Authenticate", card: "kb" },
  {
    name: "discount",
    ko: "인증하기, 간편결제 할인 1,000원",
    en: "Authenticate, with 1,000 won off by the wallet",
    card: "kb",
    methods: wallets,
    discountAmount: 1_000,
  },
  {
    name: "months",
    ko: "인증하기, 3개월 할부",
    en: "Authenticate, over 3 months",
    card: "shinhan",
    methods: ["CARD"],
    installmentPlanMonths: 3,
  },
  {
    name: "slow",
    ko: "인증하기, 결과는 5분 뒤에 확인",
    en: "Authenticate; the gateway knows it 5 minutes later",
    card: "kb",
    knownAfterMs: 5 * minuteMs,
  },
  { name: "twice", ko: "인증하고 두 번 돌아가기", en: "Authenticate, and return twice", card: "kb", browser: "twice" },
  {
    name: "forged",
    ko: "금액을 바꿔서 돌아가기(위조)",
    en: "Return with another amount (forged)",
    card: "kb",
    browser: "forges",
  },
  {
    name: "approval-lost",
    ko: "인증하기, 승인 응답은 유실",
    en: "Authenticate; the answer to the approval is lost",
    card: "answer-lost",
  },
  {
    name: "approval-refused",
    ko: "인증하기, 승인은 거절(잔액 부족)",
    en: "Authenticate; the approval is refused (too little balance)",
    card: "no-funds",
  },
  { name: "cancel", ko: "취소하고 돌아가기", en: "Cancel and go back", card: "kb", browser: "cancels" },
  ...windowRefusals.map((refuse) => ({
    name: `refuse-${refuse}`,
    ko: `실패: ${refuse}`,
    en: `Fail: ${refuse}`,
    card: "kb",
    refuse,
  })),
];

/** The choices that a method has, for a payment of this amount. */
export function choicesOf(method: WindowMethod, amount: number): readonly WindowChoice[] {
  return windowChoices.filter(
    ({ methods, discountAmount = 0, installmentPlanMonths = 0 }) =>
      methods?.includes(method) !== false &&
      discountAmount < amount &&
      (installmentPlanMonths === 0 || amount >= 50_000),
  );
}
