import type { Language } from "@wonflow/core";
import { en } from "./texts/english.ts";
import { ko, type TextKey as CommonTextKey } from "./texts/korean.ts";
import { windowEn } from "./texts/window-english.ts";
import { windowKo, type WindowTextKey } from "./texts/window-korean.ts";
import { takesWindow } from "./takes-window.ts";

export type TextKey = CommonTextKey | WindowTextKey;

type Texts = Readonly<Record<Language, Readonly<Partial<Record<TextKey, string>>>>>;

const texts: Texts = takesWindow ? { ko: { ...ko, ...windowKo }, en: { ...en, ...windowEn } } : { ko, en };

export type TextValues = Readonly<Record<string, string>>;

/**
 * A message of the page, with its placeholders filled in.
 *
 * @example
 * textOf("en", "pay", { amount: "₩10,000" }); // "Pay ₩10,000"
 */
export function textOf(language: Language, key: TextKey, values: TextValues = {}): string {
  return (texts[language][key] ?? "").replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

/**
 * An amount of won: `10,000원` in Korean, `₩10,000` in English.
 *
 * @example
 * wonText("ko", 10_000); // "10,000원"
 */
export function wonText(language: Language, amount: number): string {
  const digits = String(amount).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  return language === "ko" ? `${digits}원` : `₩${digits}`;
}

/** The language in a page's address (`?lang=en`), else the visitor's preferred one. */
export function languageOf({ url }: Request, preferred: Language): Language {
  const chosen = new URL(url).searchParams.get("lang");
  return chosen === "ko" || chosen === "en" ? chosen : preferred;
}
