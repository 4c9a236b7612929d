import { dayInSeoul, type Clock, type InstallmentFeed } from "@wonflow/core";
import type { z } from "zod";
import type { NiceAccount } from "./accounts.ts";
import { interestAnswer } from "./answers.ts";
import { companyOf, isNoCard } from "./card-companies.ts";
import { askerOf } from "./api.ts";
import { providerTransport } from "./transport.ts";
import { machineClock } from "./machine-clock.ts";
import { notAgreedCodes, saysOneOf, unknownOf } from "./codes.ts";

export interface NiceInstallmentFeedOptions {
  /** Where the provider's API is: `https://api.nicepay.co.kr`. */
  readonly url: string;
  /** The accounts of the shop whose months are shown, newest first. Asked on every read. */
  readonly accounts: () => Promise<readonly NiceAccount[]> | readonly NiceAccount[];
  /** The machine's by default. */
  readonly clock?: Clock;
}

/** The provider finds no offers (A119, A120), or the shop's contract has none to ask about. */
const withoutOffers: ReadonlySet<string> = new Set(["A119", "A120", ...notAgreedCodes]);

type Interest = z.output<typeof interestAnswer>["interestFree"];

/** Core waits no longer for a feed. */
const deadlineMs = 5_000;

/** How the provider writes that an offer has no upper bound. */
const noBound = 99_999_999_999_999;

/**
 * The provider's months without interest, of stored cards, as the feed of gateway `PG_B`; null if it has none for this
 * shop. A read that fails rejects, and core keeps the months of the last one.
 *
 * @example
 * import { niceInstallmentFeed } from "@wonflow/nice-payments";
 *
 * const installmentFeeds = {
 *   PG_B: niceInstallmentFeed({
 *     url: "https://api.nicepay.co.kr",
 *     accounts: () => [{ clientKey: "…", secretKey: "…" }],
 *   }),
 * };
 */
export function niceInstallmentFeed(options: NiceInstallmentFeedOptions): InstallmentFeed {
  const { url, accounts, clock = machineClock } = options;
  const ask = askerOf(providerTransport({ url, clock }), () => clock.now());
  return {
    sandbox: false,
    async read() {
      const [account] = await accounts();
      if (account === undefined) throw new Error("there is no account at the provider");
      const reply = await ask({ deadline: clock.now() + deadlineMs }, account, {
        method: "GET",
        path: "/v1/card/interest-free",
        fields: { useAuth: false },
        signs: [],
        answer: interestAnswer,
        signature: ({ ediDate, signature }) => ({ over: [ediDate], signature }),
      });
      if (reply.outcome === "done") return feedText(reply.value.interestFree, dayInSeoul(clock.now()));
      if (saysOneOf(reply, withoutOffers)) return null;
      const { reason, provider } = unknownOf(reply);
      throw new Error(`the months can't be read: ${reason} ${provider?.code ?? ""}`.trim());
    },
  };
}

/** The feed in the form of `PG_B`, which core reads. It is valid until its last offer ends: the provider sends no period. */
function feedText(interestFree: Interest, today: string): string {
  const cards: Record<string, unknown[]> = {};
  let lastDay = today;
  for (const { cardCode, freeInstallment } of interestFree) {
    if (isNoCard(cardCode)) continue;
    // An unknown company gets an invalid code, so that core reports it to the operator.
    const rows = (cards[companyOf(cardCode) ?? `NICE ${cardCode}`] ??= []);
    for (const { minAmt, maxAmt, installment, eventToDate } of freeInstallment) {
      const day = dayInSeoul(eventToDate);
      if (day > lastDay) lastDay = day;
      rows.push({ minAmt, maxAmt: maxAmt === noBound ? 0 : (maxAmt ?? 0), installment, eventToDate: day });
    }
  }
  return JSON.stringify({ period: { startDate: today, endDate: lastDay }, cards });
}
