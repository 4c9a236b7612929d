import { hintOf, textOf, type Language, type OwnCode } from "./error-codes.ts";
import { PaymentsError, type ErrorContext } from "./payments-error.ts";

/** An error that the SDK itself found; its hint names the fields. */
export function failure(code: OwnCode, language: Language, context: Omit<ErrorContext, "hint"> = {}): PaymentsError {
  const { details = [], retryable } = context;
  const fields = details.map(({ field }) => field).join(", ");
  const hint = hintOf(code) + (fields && ` (${fields})`);
  // A shop that shows only the message still has the hint in the console.
  if (code !== "PAY_PROCESS_CANCELED") console.error(`Wonflow: ${hint}`);
  return new PaymentsError(code, textOf(code, language, retryable), { ...context, hint });
}
