import { say } from "../language/language.ts";

export interface Contracts {
  readonly kyc: boolean;
  readonly taxFree: boolean;
  readonly payouts: boolean;
  readonly webhook: boolean;
  readonly installmentFeeds: readonly string[];
}

/** The contracts that a merchant has, in words. */
export function contractTexts({ kyc, taxFree, payouts, webhook, installmentFeeds }: Contracts): readonly string[] {
  return [
    ...(payouts ? [say("지급", "Payouts")] : []),
    ...(webhook ? [say("웹훅", "Webhooks")] : []),
    ...(taxFree ? [say("면세", "Tax-free")] : []),
    ...(kyc ? [say("본인 정보", "Identity data")] : []),
    ...installmentFeeds,
  ];
}
