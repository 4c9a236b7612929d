import { textOf, type Language, type OwnCode } from "./error-codes.ts";
import { PaymentsError, type ErrorContext } from "./payments-error.ts";

/** What the SDK itself finds wrong, with the fields that it is about. */
export function failure(code: OwnCode, language: Language, context: ErrorContext = {}): PaymentsError {
  const fields = context.details?.map(({ field }) => field).join(", ");
  const text = textOf(code, language);
  return new PaymentsError(code, fields === undefined ? text : `${text} (${fields})`, context);
}
