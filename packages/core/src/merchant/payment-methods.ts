import type { Language } from "../error-messages.ts";

/** Wallets (간편결제). */
export const easyPayProviders = ["KAKAOPAY", "NAVERPAY", "TOSSPAY", "SAMSUNGPAY", "PAYCO"] as const;

export type EasyPayProvider = (typeof easyPayProviders)[number];

/** What a buyer chooses before the gateway's window opens: a card, a bank transfer, or a wallet by its name. */
export const windowMethods = ["CARD", "TRANSFER", ...easyPayProviders] as const;

export type WindowMethod = (typeof windowMethods)[number];

/** How a payment is made, as its merchant sees it: KEYIN is a card typed on our page, or a stored one. */
export const paymentMethods = ["KEYIN", "CARD", "EASY_PAY", "TRANSFER"] as const;

export type PaymentMethod = (typeof paymentMethods)[number];

/** What contracts and sessions list. EASY_PAY stands for every wallet, a wallet's name for that one. */
export const methodChoices = [...paymentMethods, ...easyPayProviders] as const;

export type MethodChoice = (typeof methodChoices)[number];

/** A method that a buyer can choose: a card typed on our page, or one of the gateway's window. */
export type OfferedMethod = "KEYIN" | WindowMethod;

/** The interface's name of an offered method. */
function paymentMethodOf(offered: OfferedMethod): PaymentMethod {
  return offered === "KEYIN" || offered === "CARD" || offered === "TRANSFER" ? offered : "EASY_PAY";
}

export function allows(choices: readonly MethodChoice[], offered: OfferedMethod): boolean {
  return choices.includes(offered) || choices.includes(paymentMethodOf(offered));
}

/** Whether every method of a list is part of another one: a contract with EASY_PAY allows a session with KAKAOPAY. */
export function refusedChoice(
  choices: readonly MethodChoice[],
  allowed: readonly MethodChoice[],
): MethodChoice | undefined {
  return choices.find((choice) => {
    if (choice === "EASY_PAY") return !allowed.some((each) => paymentMethodOfChoice(each) === "EASY_PAY");
    return !allows(allowed, choice);
  });
}

function paymentMethodOfChoice(choice: MethodChoice): PaymentMethod {
  return choice === "EASY_PAY" ? choice : paymentMethodOf(choice);
}

export const keyInOnly: readonly MethodChoice[] = ["KEYIN"];

const names = {
  KEYIN: { ko: "카드 번호 입력", en: "Card number" },
  CARD: { ko: "카드", en: "Card" },
  EASY_PAY: { ko: "간편결제", en: "Wallet" },
  TRANSFER: { ko: "계좌이체", en: "Bank transfer" },
  KAKAOPAY: { ko: "카카오페이", en: "Kakao Pay" },
  NAVERPAY: { ko: "네이버페이", en: "Naver Pay" },
  TOSSPAY: { ko: "토스페이", en: "Toss Pay" },
  SAMSUNGPAY: { ko: "삼성페이", en: "Samsung Pay" },
  PAYCO: { ko: "페이코", en: "PAYCO" },
} as const satisfies Readonly<Record<MethodChoice, Readonly<Record<Language, string>>>>;

/**
 * A method's name in a language.
 *
 * @example
 * methodName("KAKAOPAY", "ko"); // "카카오페이"
 */
export function methodName(choice: MethodChoice, language: Language): string {
  return names[choice][language];
}
