import type { ErrorCode } from "../errors.ts";

/**
 * What came of a call to a provider.
 *
 * - `done`: it took effect, exactly once, under this key
 * - `refused`: it definitely did not and never will under this key
 * - `unknown`: anything else: a timeout, a broken connection, an answer that makes no sense.
 *   Unknown is never turned into a failure.
 */
export type Outcome<Value, Code extends ErrorCode> =
  | { readonly outcome: "done"; readonly value: Value }
  | { readonly outcome: "refused"; readonly code: Code }
  | { readonly outcome: "unknown"; readonly reason: string };

/** The answer to a look-up: an outcome, or `not-found`, which is not a refusal: the call may still be on its way. */
export type Found<Value, Code extends ErrorCode> = Outcome<Value, Code> | { readonly outcome: "not-found" };

/** The code of a refusal, if the port knows it; an adapter that answers any other code is a broken provider. */
export function knownRefusal<Code extends ErrorCode>(codes: readonly Code[], code: ErrorCode): Code | "PROVIDER_ERROR" {
  return codes.find((known) => known === code) ?? "PROVIDER_ERROR";
}
