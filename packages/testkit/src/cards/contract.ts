import { describe, test } from "vitest";
import { approvalCases, lookUpCases } from "./approval-cases.ts";
import { cancellationCases } from "./cancellation-cases.ts";
import { runCase, type CardNetworkFixture, type Cases } from "./case-context.ts";
import { reversalCases } from "./reversal-cases.ts";

const contract: Readonly<Record<string, Cases>> = {
  approve: approvalCases,
  lookUp: lookUpCases,
  cancel: cancellationCases,
  reverse: reversalCases,
};

/**
 * The contract of core's card port as a vitest suite: what every adapter must do for core to never lose, double or
 * guess money. Call it in a test file; `open` is called for each test and gives a network that works, without
 * faults. Every test uses keys and approvals of its own, so a shared test account of a real network will do.
 *
 * What it demands: at most one effect under a key, also for two calls at once and for other content; cancellations
 * up to the approved amount and never above; a reversal undoes what is there and forbids what comes later, and may
 * be repeated; look-ups tell the truth; tenants share nothing; with `reopen`, all of that after a restart.
 *
 * @example
 * cardNetworkContract("my network", async () => ({
 *   network, // yours, with a test account
 *   card: { number: "…", expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "00" },
 *   tenants: ["1:test", "2:test"],
 *   newKey: () => crypto.randomUUID(),
 *   deadline: () => Date.now() + 10_000,
 * }));
 */
export function cardNetworkContract(name: string, open: () => Promise<CardNetworkFixture>): void {
  describe(`card network contract: ${name}`, () => {
    for (const [operation, cases] of Object.entries(contract)) {
      describe(operation, () => {
        for (const [title, run] of Object.entries(cases)) test(title, () => runCase(open, run));
      });
    }
  });
}
