import { queryOf } from "../address/address.ts";

/** What one text is looked up as. */
export type FoundBy = "orderId" | "intentKey" | "approvalNumber" | "lastFourDigits";

/** The filters of a page of payments, as in its address. Each is empty if it is not used. */
export interface PaymentFilters {
  readonly status: string;
  readonly from: string;
  readonly to: string;
  readonly least: string;
  readonly most: string;
  readonly company: string;
  readonly method: string;
  readonly find: string;
  readonly by: string;
}

const names = ["status", "from", "to", "least", "most", "company", "method", "find", "by"] as const;

export function filtersIn(query: URLSearchParams): PaymentFilters {
  return Object.fromEntries(names.map((name) => [name, query.get(name) ?? ""])) as unknown as PaymentFilters;
}

/** The page of the console that shows them. */
export function pageOf(filters: Partial<PaymentFilters>): string {
  return `payments${queryOf({ ...filters })}`;
}

/**
 * What a search term most likely is. An order id may have the form of a payment's key, which is looked up less often.
 */
export function guessedBy(text: string): FoundBy {
  if (/^\d{4}$/.test(text)) return "lastFourDigits";
  if (/^[A-Za-z0-9_-]{21}$/.test(text)) return "intentKey";
  return /^[A-Za-z0-9_-]{16,50}$/.test(text) ? "orderId" : "approvalNumber";
}

function isFoundBy(text: string): text is FoundBy {
  return ["orderId", "intentKey", "approvalNumber", "lastFourDigits"].includes(text);
}

export function foundBy({ by, find }: Pick<PaymentFilters, "by" | "find">): FoundBy {
  return isFoundBy(by) ? by : guessedBy(find);
}

/** The same as the query of `GET /merchants/{mId}/payments`. */
export function listQuery({ status, from, to, least, most, company, method, find, by }: PaymentFilters): string {
  const found = find === "" ? {} : { [foundBy({ by, find })]: find };
  return queryOf({
    status,
    from,
    to,
    amountGte: least,
    amountLte: most,
    issuerCode: company,
    method,
    ...found,
  }).slice(1);
}
