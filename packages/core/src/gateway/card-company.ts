import type { Language } from "../error-messages.ts";

/** The display names of a card company. */
export interface CardCompany {
  readonly ko: string;
  readonly en: string;
}

const company = (ko: string, en: string): CardCompany => ({ ko, en });

/** Korean card companies by code. Codes have two characters, not always digits. */
export const korean: Readonly<Record<string, CardCompany>> = {
  "11": company("KB국민", "KB Kookmin"),
  "15": company("카카오뱅크", "KakaoBank"),
  "21": company("하나", "Hana"),
  "24": company("토스뱅크", "Toss Bank"),
  "30": company("KDB산업", "KDB"),
  "31": company("BC", "BC"),
  "34": company("Sh수협", "Suhyup"),
  "35": company("전북은행", "Jeonbuk Bank"),
  "36": company("씨티", "Citi"),
  "37": company("우체국", "Korea Post"),
  "38": company("새마을금고", "MG Saemaul"),
  "39": company("저축은행", "Savings Bank"),
  "3A": company("케이뱅크", "K bank"),
  "3K": company("기업BC", "IBK BC"),
  "41": company("신한", "Shinhan"),
  "42": company("제주은행", "Jeju Bank"),
  "46": company("광주은행", "Kwangju Bank"),
  "51": company("삼성", "Samsung"),
  "61": company("현대", "Hyundai"),
  "62": company("신협", "Shinhyup"),
  "71": company("롯데", "Lotte"),
  "91": company("NH농협", "NH Nonghyup"),
  W1: company("우리", "Woori"),
};

/** Woori's second code: BC acquires these cards, Woori itself those of W1. */
export const second = { "33": company("우리BC", "Woori BC") };

/** International brands. A card issued abroad has one in place of a card company. */
export const international: Readonly<Record<string, CardCompany>> = {
  "3C": company("UnionPay", "UnionPay"),
  "4J": company("JCB", "JCB"),
  "4M": company("Mastercard", "Mastercard"),
  "4V": company("Visa", "Visa"),
  "6D": company("Diners", "Diners"),
  "7A": company("Amex", "Amex"),
};

const companies = new Map([...Object.entries({ ...korean, ...second }), ...Object.entries(international)]);

/** Undefined for an unknown code, and for the empty code of an unknown company. */
export function cardCompanyOf(code: string): CardCompany | undefined {
  return companies.get(code);
}

/** The display name of a card company; the code itself if it is unknown. */
export function cardCompanyName(code: string, language: Language): string {
  return cardCompanyOf(code)?.[language] ?? code;
}

/** Cards from abroad have an international brand. */
export function isGlobalBrand(code: string): boolean {
  return Object.hasOwn(international, code);
}

/** The codes of all card companies: Korean ones, then international brands. */
export const cardCompanyCodes: readonly string[] = [...companies.keys()];
