import type { ErrorCode } from "../../errors.ts";
import type { ProviderSaid } from "../../ports.ts";

/**
 * The outcome of a call to a provider.
 *
 * - `done`: it took effect, exactly once, under this key
 * - `refused`: it definitely did not, and never will under this key
 * - `unknown`: anything else: a timeout, a broken connection, an answer that makes no sense.
 *   Unknown is never turned into a failure.
 */
export type Outcome<Value, Code extends ErrorCode> =
  | { readonly outcome: "done"; readonly value: Value }
  | { readonly outcome: "refused"; readonly code: Code; readonly provider?: ProviderSaid }
  | { readonly outcome: "unknown"; readonly reason: string; readonly provider?: ProviderSaid };

/** The answer to a look-up. `not-found` is not a refusal: the call may still be in flight. */
export type Found<Value, Code extends ErrorCode> = Outcome<Value, Code> | { readonly outcome: "not-found" };

/** The refusal's code if the port knows it. Any other code comes from a broken adapter: `PROVIDER_ERROR`. */
export function knownRefusal<Code extends ErrorCode>(codes: readonly Code[], code: ErrorCode): Code | "PROVIDER_ERROR" {
  return codes.find((known) => known === code) ?? "PROVIDER_ERROR";
}
