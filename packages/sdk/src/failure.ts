import { hintOf, textOf, type Language, type OwnCode } from "./error-codes.ts";
import { PaymentsError, type ErrorContext } from "./payments-error.ts";

/** An error that the SDK itself found; its hint names the fields that it is about. */
export function failure(code: OwnCode, language: Language, context: Omit<ErrorContext, "hint"> = {}): PaymentsError {
  const { details = [], retryable } = context;
  const fields = details.map(({ field }) => field).join(", ");
  const hint = hintOf(code) + (fields && ` (${fields})`);
  // Whoever shows the message to buyers still finds in the console what is wrong.
  if (code !== "PAY_PROCESS_CANCELED") console.error(`Wonflow: ${hint}`);
  return new PaymentsError(code, textOf(code, language, retryable), { ...context, hint });
}
