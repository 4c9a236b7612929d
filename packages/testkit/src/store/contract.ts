import { afterAll, beforeAll, describe, test } from "vitest";
import { setUp, type Cases, type StoreFixture } from "./bench.ts";
import { concurrencyCases } from "./concurrency-cases.ts";
import { dueCases } from "./due-cases.ts";
import { guardCases } from "./guard-cases.ts";
import { ledgerCases } from "./ledger-cases.ts";
import { malformedCases } from "./malformed-cases.ts";
import { recordCases } from "./record-cases.ts";
import { repetitionCases } from "./repetition-cases.ts";

const contract: Readonly<Record<string, Cases>> = {
  "records and reads": recordCases,
  "guards, all or nothing": guardCases,
  "ledger, balances and floors": ledgerCases,
  "malformed change sets": malformedCases,
  "a commit repeated by its id": repetitionCases,
  "many commits at once": concurrencyCases,
  "due work": dueCases,
};

/** A test that takes longer is stuck; on a slow machine with an embedded database each takes a few seconds at most. */
const patienceMs = 30_000;

/**
 * The contract of core's store port as a vitest suite: what every adapter must do for core to never lose, double
 * or guess money. Call it in a test file; `open` is called once, and `close` after the last test. Every test uses
 * tenants and kinds of its own, so the store need not be empty.
 *
 * What it demands: a change set is committed whole or leaves nothing behind, not even its id; each guard is
 * checked, also on records that were only read, and the answer names the one that failed; the ledger balances and
 * floors hold, also against commits at the same time; a commit repeated by its id is done once and answers
 * `committed` for ever; reads are snapshots; due work is taken by one claimer; tenants share nothing; text, numbers
 * and JSON come back as they were. No test waits for a clock.
 *
 * @example
 * storeContract("my store", async () => {
 *   const store = await myStore();
 *   return { store, close: () => store.close() };
 * });
 */
export function storeContract(name: string, open: () => Promise<StoreFixture>): void {
  describe(`store contract: ${name}`, () => {
    let fixture: StoreFixture | undefined;
    beforeAll(async () => {
      fixture = await open();
    }, patienceMs);
    afterAll(() => fixture?.close(), patienceMs);

    for (const [topic, cases] of Object.entries(contract)) {
      describe(topic, () => {
        for (const [title, run] of Object.entries(cases)) {
          test(title, { timeout: patienceMs }, async () => {
            if (fixture === undefined) throw new Error("the store was not opened");
            await run(setUp(fixture.store));
          });
        }
      });
    }
  });
}
