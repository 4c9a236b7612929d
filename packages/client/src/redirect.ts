import { WonflowError } from "./wonflow-error.ts";

/** The buyer's return, which equals the stored order: `intents.confirm` takes it as it is. */
export interface VerifiedRedirect {
  readonly intentKey: string;
  readonly orderId: string;
  /** Won. */
  readonly amount: number;
}

/** A query in any framework's form: a URL or its query as a string, `URLSearchParams`, or an object of its parameters. */
export type RedirectQuery = string | URL | URLSearchParams | Readonly<Record<string, unknown>>;

/**
 * Compares the query of successUrl with the order as you have stored it, which you must do before the confirm
 * (interface: Payments, rule 1): anyone can change a URL.
 *
 * Errors, after which nothing may be confirmed:
 * - `REDIRECT_AMOUNT_MISMATCH`: do not confirm, and tell the buyer. Nothing was charged, and an unconfirmed payment ends
 *   ten minutes after the card was entered. Never cancel a payment by an address: a buyer also has the keys of orders
 *   that are paid and shipped, and could have them refunded.
 * - `INVALID_REDIRECT`: of another order, or a parameter is missing, comes twice or is no whole amount. No payment is
 *   known: show the order as it is.
 *
 * Throws a `TypeError` if the stored order is invalid.
 *
 * @example
 * const redirect = verifyRedirect("?orderId=order-20261120-0001&intentKey=ik_0123456789abcdefgh&amount=10000", {
 *   orderId: "order-20261120-0001",
 *   amount: 10_000,
 * });
 * await wonflow.intents.confirm(redirect);
 */
export function verifyRedirect(
  query: RedirectQuery,
  stored: { readonly orderId: string; readonly amount: number },
): VerifiedRedirect {
  if (typeof stored.orderId !== "string" || !isAmount(stored.amount)) {
    throw new TypeError("verifyRedirect: the stored order needs an orderId, and its amount as a whole number of won");
  }
  const orderId = parameterOf(query, "orderId");
  if (orderId !== stored.orderId) throw invalid("orderId is not the stored order's");
  const intentKey = parameterOf(query, "intentKey");
  if (!/^[\w-]{21}$/.test(intentKey)) throw invalid("intentKey is invalid");
  const text = parameterOf(query, "amount");
  const amount = Number(text);
  if (!/^[1-9]\d*$/.test(text) || !isAmount(amount)) throw invalid("amount is no whole number of won");
  if (amount !== stored.amount) {
    throw new WonflowError(
      "REDIRECT_AMOUNT_MISMATCH",
      `The buyer came back with an amount of ${amount} won, and the order's is ${stored.amount}.`,
      { nextAction: "reject" },
    );
  }
  return { intentKey, orderId, amount };
}

function isAmount(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

/** A parameter that must occur once: of two, different readers may take different ones. */
function parameterOf(query: RedirectQuery, name: string): string {
  const values = valuesOf(query, name);
  const [value] = values;
  if (values.length === 1 && typeof value === "string") return value;
  throw invalid(`${name} must be there once`);
}

function valuesOf(query: RedirectQuery, name: string): readonly unknown[] {
  if (typeof query === "string") return new URLSearchParams(queryIn(query)).getAll(name);
  const parameters = "searchParams" in query ? query.searchParams : query;
  // Not by class, because another realm's classes differ; a request's parameters contain no functions.
  if (canGetAll(parameters)) return parameters.getAll(name);
  const value = (query as Readonly<Record<string, unknown>>)[name];
  return value === undefined ? [] : [value].flat();
}

function canGetAll(value: unknown): value is Pick<URLSearchParams, "getAll"> {
  return typeof (value as Partial<URLSearchParams> | null | undefined)?.getAll === "function";
}

/** The query of an address, or of a query with or without its question mark. */
function queryIn(text: string): string {
  const [address = ""] = text.split("#");
  const isAddress = /^([a-z][\w+.-]*:|\/)/i.test(address);
  return isAddress ? address.replace(/^[^?]*\??/, "") : address;
}

function invalid(problem: string): WonflowError {
  return new WonflowError("INVALID_REDIRECT", `The redirect can't be confirmed: ${problem}`, { nextAction: "look-up" });
}
