import { textOf, type Language, type OwnCode } from "./error-codes.ts";
import { PaymentsError, type ErrorContext } from "./payments-error.ts";

/** An error that the SDK itself found, with the names of the fields that it is about. */
export function failure(code: OwnCode, language: Language, context: ErrorContext = {}): PaymentsError {
  const fields = context.details?.map(({ field }) => field).join(", ");
  const text = textOf(code, language);
  return new PaymentsError(code, fields === undefined ? text : `${text} (${fields})`, context);
}
