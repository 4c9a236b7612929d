import type { TextKey } from "../texts.ts";

const notices: Readonly<Record<string, TextKey>> = {
  PAY_PROCESS_CANCELED: "windowCanceled",
  PAY_PROCESS_ABORTED: "windowTimeOver",
  REJECT_CARD_PAYMENT: "windowLimit",
  EXCEED_MAX_DAILY_PAYMENT_COUNT: "windowLimit",
  EXCEED_MAX_PAYMENT_AMOUNT: "windowLimit",
  EXCEED_MAX_ONE_DAY_AMOUNT: "windowLimit",
  BELOW_MINIMUM_AMOUNT: "windowAmount",
  EXCEED_MAX_AMOUNT: "windowAmount",
  PROVIDER_ERROR: "windowNotOpened",
  // No fault of the buyer, and none of the buyer's business.
  UNAUTHORIZED_PROVIDER_KEY: "windowNotOpened",
  PROVIDER_NOT_AGREED: "windowNotOpened",
  EXCEED_PROVIDER_LIMIT: "windowNotOpened",
};

/** What a buyer does next after a visit to the window that failed, by its code. */
export function failureNotice(code: string): TextKey {
  return notices[code] ?? "windowRefused";
}

/** What a buyer does next where the window was not opened, by the code of the refusal. */
export function openingNotice(code: string): TextKey {
  // Of the method: consent to the terms has its own place.
  if (code === "INVALID_REQUEST") return "methodGone";
  if (code === "EXCEED_MAX_AUTH_COUNT") return "windowTooOften";
  return notices[code] ?? "busy";
}
