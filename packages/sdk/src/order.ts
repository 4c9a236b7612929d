import { hintOf, type Language, type OwnCode } from "./error-codes.ts";
import { failure } from "./failure.ts";
import type { ErrorDetail } from "./payments-error.ts";

/** A payment that may still be made, or has been made: the shop's server knows, so look the order up there. */
export interface PaymentUnderWay {
  readonly status: "UNDER_WAY";
  readonly orderId: string;
}

/** An order to pay (interface: Client SDK). */
export interface PaymentRequest {
  /** `value`: won, a whole number. `currency`: KRW, or left out. */
  readonly amount: { readonly value: number; readonly currency?: string | null | undefined };
  /** Made by the merchant, new for each order: 16 to 50 letters, digits, `-` or `_`. */
  readonly orderId: string;
  /** Shown to the buyer, at most 100 characters. */
  readonly orderName: string;
  /** Where the browser goes with `orderId`, `intentKey` and `amount`; relative to the page, or absolute. */
  readonly successUrl: string;
  /** Where the browser goes with `code`, `message` and `intentKey`; relative to the page, or absolute. */
  readonly failUrl: string;
  /** Opens the checkout with this method at once, if the merchant offers it; left out, the buyer chooses. */
  readonly method?: PaymentMethod | null | undefined;
}

/** How a buyer may pay in the payment provider's own window. */
const methods = ["CARD", "TRANSFER", "KAKAOPAY", "NAVERPAY", "TOSSPAY", "SAMSUNGPAY", "PAYCO"] as const;

export type PaymentMethod = (typeof methods)[number];

export interface Order extends PaymentRequest {
  readonly customerId: string;
}

/** The http or https address of a link on this page; undefined for any other. */
export function webAddress(link: unknown): string | undefined {
  try {
    const { protocol, href } = new URL(String(link), document.baseURI);
    return typeof link === "string" && /^https?:$/.test(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}

const matches = (pattern: RegExp) => (value: unknown) => typeof value === "string" && pattern.test(value);
const isWon = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0;
const isKrw = (value: unknown) => value == null || value === "KRW";
const isWeb = (value: unknown) => value !== "" && webAddress(value) !== undefined;

/** The code and the test of each field. Their order decides which code is thrown. */
const rules = [
  ["customerId", "INVALID_CUSTOMER_ID", matches(/^[\w=.@-]{2,50}$/)],
  ["orderId", "INVALID_ORDER_ID", matches(/^[\w-]{16,50}$/)],
  ["orderName", "INVALID_REQUEST", matches(/^[^]{1,100}$/u)],
  ["amount.value", "INVALID_AMOUNT", isWon],
  ["amount.currency", "INVALID_AMOUNT", isKrw],
  ["successUrl", "INVALID_URL", isWeb],
  ["failUrl", "INVALID_URL", isWeb],
  ["method", "INVALID_REQUEST", (value: unknown) => value == null || methods.includes(value as PaymentMethod)],
] as const;

function unknownIn(amount: PaymentRequest["amount"] | undefined): Record<string, unknown> {
  const names = Object.entries(amount ?? {}).filter(([name]) => name !== "value" && name !== "currency");
  return Object.fromEntries(names.map(([name, value]) => [`amount.${name}`, value]));
}

/**
 * Checks an order before it is sent, and makes its URLs absolute. The service checks the rest, such as a merchant's
 * largest amount.
 *
 * Throws `MISSING_FIELD` or the code of the first wrong field; `details` names all of them.
 */
export function readOrder(request: Order, language: Language): Order {
  const { customerId, orderId, orderName, amount, successUrl, failUrl, method, ...unknown } = request;
  const given = {
    customerId,
    orderId,
    orderName,
    "amount.value": amount?.value,
    "amount.currency": amount?.currency,
    successUrl,
    failUrl,
    method,
  };
  const details = rules.flatMap(([field, code, isRight]): (ErrorDetail & { readonly code: OwnCode })[] => {
    const value: unknown = given[field];
    if (isRight(value)) return [];
    const problem = value == null || value === "" ? "MISSING_FIELD" : code;
    return [{ field, code: problem, problem: hintOf(problem) }];
  });
  for (const [field, value] of Object.entries({ ...unknown, ...unknownIn(amount) })) {
    if (value !== undefined) details.push({ field, code: "UNKNOWN_FIELD", problem: hintOf("UNKNOWN_FIELD") });
  }
  const [first] = details;
  if (first !== undefined) throw failure(first.code, language, { details });
  return {
    customerId,
    orderId,
    orderName,
    amount: { value: amount.value },
    successUrl: webAddress(successUrl) ?? "",
    failUrl: webAddress(failUrl) ?? "",
    ...(method != null && { method }),
  };
}
