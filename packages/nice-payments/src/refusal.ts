import { reasonInWords } from "./codes.ts";
import type { ErrorCode, Outcome } from "@wonflow/core";
import type { Told, Unknown } from "./gateway.ts";

/** What is refused before it is sent, as the merchant has no account that can send it. */
export const withoutAccount = { outcome: "refused", code: "UNAUTHORIZED_PROVIDER_KEY" } as const;

export function saysOneOf(told: Told<unknown>, codes: ReadonlySet<string>): boolean {
  return told.outcome === "unknown" && told.provider !== undefined && codes.has(told.provider.code);
}

/** Unknown stays unknown, unless the table of the call says that the provider's code means a refusal. */
export function refusedBy<Code extends ErrorCode>(
  told: Unknown,
  { codes, refusals }: { readonly codes: Readonly<Record<string, Code>>; readonly refusals: readonly Code[] },
): Outcome<never, Code> {
  const { provider } = told;
  if (provider === undefined || !Object.hasOwn(codes, provider.code)) return told;
  const inWords = reasonInWords(provider);
  const code = refusals.find((each) => each === inWords) ?? codes[provider.code];
  return code === undefined ? told : { outcome: "refused", code, provider };
}
