import { plain } from "@wonflow/core/browser";
import { language } from "../language/language.ts";

const grouped = new Intl.NumberFormat("en-US");

/** `3,000`, for a column whose heading says that it is won, and for counts. */
export function grouping(count: number): string {
  return grouped.format(count).replace("-", "−");
}

/** `3,000원` or `₩3,000`. */
export function won(amount: number): string {
  const digits = grouping(Math.abs(amount));
  const text = language() === "ko" ? `${digits}원` : `₩${digits}`;
  return amount < 0 ? `−${text}` : text;
}

/** The whole won in an input such as `3,000원`; undefined if it is not an amount. */
export function typedWon(text: string): number | undefined {
  const digits = plain(text).replaceAll(/[\s,원₩]/g, "");
  return /^\d{1,12}$/.test(digits) ? Number(digits) : undefined;
}

/** `12만` or `120k`, for the axis of a plot. */
export function shortWon(amount: number): string {
  const size = Math.abs(amount);
  const sign = amount < 0 ? "−" : "";
  const steps: readonly (readonly [least: number, unit: string])[] =
    language() === "ko"
      ? [
          [100_000_000, "억"],
          [10_000, "만"],
          [1_000, "천"],
        ]
      : [
          [1_000_000, "m"],
          [1_000, "k"],
        ];
  const [least, unit] = steps.find(([one]) => size >= one) ?? [1, ""];
  return `${sign}${grouped.format(Math.round((size / least) * 10) / 10)}${unit}`;
}
