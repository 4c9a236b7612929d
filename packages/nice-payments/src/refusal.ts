import type { ErrorCode, Outcome } from "@wonflow/core";

import { reasonInWords } from "./codes.ts";
import type { Said, Told, Unknown } from "./api.ts";

/** The refusal of a call that no account of the merchant can send. */
export const withoutAccount = { outcome: "refused", code: "UNAUTHORIZED_PROVIDER_KEY" } as const;

export function saysOneOf(told: Told<unknown>, codes: ReadonlySet<string>): boolean {
  return told.outcome === "said" && codes.has(told.provider.code);
}

/** The outcome of an answer whose code is in no table. */
export function unknownOf(told: Said | Unknown): Unknown {
  if (told.outcome === "unknown") return told;
  return { outcome: "unknown", reason: "the provider does not say that it is done", provider: told.provider };
}

/** Unknown stays unknown, unless the table of the call says that the provider's code means a refusal. */
export function refusedBy<Code extends ErrorCode>(
  told: Said | Unknown,
  { codes, refusals }: { readonly codes: Readonly<Record<string, Code>>; readonly refusals: readonly Code[] },
): Outcome<never, Code> {
  if (told.outcome === "unknown" || !Object.hasOwn(codes, told.provider.code)) return unknownOf(told);
  const { provider } = told;
  const inWords = reasonInWords(provider);
  const code = refusals.find((each) => each === inWords) ?? codes[provider.code];
  return code === undefined ? unknownOf(told) : { outcome: "refused", code, provider };
}
