import { describe, test } from "vitest";
import { approvalCases, lookUpCases } from "./approval-cases.ts";
import { cancellationCases } from "./cancellation-cases.ts";
import { runCase, type CardNetworkFixture, type Cases } from "./case-context.ts";
import { reversalCases } from "./reversal-cases.ts";
import { issuingCases, releaseCases } from "./token-cases.ts";

/** One test of the contract: it rejects when the network breaks it. */
export interface CardNetworkCase {
  /** The method of the port. */
  readonly of: string;
  readonly title: string;
  run(open: () => Promise<CardNetworkFixture>): Promise<void>;
}

const contract: Readonly<Record<string, Cases>> = {
  approve: approvalCases,
  lookUp: lookUpCases,
  cancel: cancellationCases,
  reverse: reversalCases,
  issueToken: issuingCases,
  releaseToken: releaseCases,
};

/** Every test of {@link cardNetworkContract}, for who runs them in another way. */
export const cardNetworkCases: readonly CardNetworkCase[] = Object.entries(contract).flatMap(([of, cases]) =>
  Object.entries(cases).map(([title, run]) => ({ of, title, run: (open) => runCase(open, run) })),
);

/**
 * The contract of core's card port as a vitest suite: what every adapter must do for core to never lose, double or
 * guess money. Call it in a test file; `open` is called for each test and gives a network that works, without
 * faults. Every test uses keys and approvals of its own, so a shared test account of a real network will do.
 *
 * What it demands: at most one effect under a key, also for two calls at once and for other content; cancellations
 * up to the approved amount and never above; a reversal undoes what is there and forbids what comes later, and may
 * be repeated; look-ups tell the truth; a token of a stored card is one under its key, and good until it is given
 * back, before or after it was issued; tenants share nothing; with `reopen`, all of that after a restart.
 *
 * @example
 * cardNetworkContract("my network", async () => ({
 *   network, // yours, with a test account
 *   card: {
 *     number: "…",
 *     expiryMonth: "12",
 *     expiryYear: "39",
 *     registNo: "900101",
 *     passwordFront2: "00",
 *     cvc: "123",
 *     ownerName: "홍길동",
 *     ownerPhoneNumber: "01012345678",
 *   },
 *   tenants: ["1:test", "2:test"],
 *   newKey: () => crypto.randomUUID(),
 *   deadline: () => Date.now() + 10_000,
 * }));
 */
export function cardNetworkContract(name: string, open: () => Promise<CardNetworkFixture>): void {
  describe(`card network contract: ${name}`, () => {
    for (const of of Object.keys(contract)) {
      describe(of, () => {
        for (const each of cardNetworkCases.filter((one) => one.of === of)) test(each.title, () => each.run(open));
      });
    }
  });
}
