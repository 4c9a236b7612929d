import { casesOf, suiteOf } from "../contract-cases.ts";
import { approvalCases, lookUpCases } from "./approval-cases.ts";
import { cancellationCases } from "./cancellation-cases.ts";
import { runCase, type CardNetworkFixture, type Cases } from "./case-context.ts";
import { reversalCases } from "./reversal-cases.ts";
import { issuingCases, releaseCases } from "./token-cases.ts";

/** One test of the contract: it rejects if the network breaks the contract. */
export interface CardNetworkCase {
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

/** Every test of {@link cardNetworkContract}, for other test runners. */
export const cardNetworkCases: readonly CardNetworkCase[] = casesOf(contract, (run) => (open) => runCase(open, run));

/**
 * The contract of core's card port as a vitest suite: with it core never loses, doubles or guesses money. Call it in a
 * test file; `open` is called for each test and gives a network that works, without faults. Every test uses keys and
 * approvals of its own, so a shared test account of a real network suffices.
 *
 * It demands: at most one effect under a key, also for two calls at once and for other content; cancellations up to
 * the approved amount; reversals that undo an approval or forbid a later one, and may be repeated; true look-ups; one
 * token of a stored card under its key, good until it is released, before or after it was issued; tenants share
 * nothing; with `reopen`, all of that after a restart.
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
  suiteOf(`card network contract: ${name}`, cardNetworkCases, (each) => each.run(open));
}
