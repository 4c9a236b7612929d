import { describe, test } from "vitest";

import { openedOnce } from "../contract-cases.ts";
import { setUp, type Cases, type StoreFixture } from "./case-context.ts";
import { concurrencyCases } from "./concurrency-cases.ts";
import { dueCases } from "./due-cases.ts";
import { purgeCases, repetitionCases } from "./repetition-cases.ts";
import { guardCases } from "./guard-cases.ts";
import { ledgerCases } from "./ledger-cases.ts";
import { listOrderCases, listPageCases } from "./list-cases.ts";
import { malformedCases } from "./malformed-cases.ts";
import { placeCases } from "./place-cases.ts";
import { recordCases } from "./record-cases.ts";
import { snapshotCases, versionCases } from "./version-cases.ts";
import { tallyCases } from "./tally-cases.ts";
import { togetherCases } from "./together-cases.ts";

const contract: Readonly<Record<string, Cases>> = {
  "records and reads": recordCases,
  "one snapshot": snapshotCases,
  versions: versionCases,
  "places in lists": placeCases,
  "the order of lists": listOrderCases,
  "pages of lists": listPageCases,
  "guards, all or nothing": guardCases,
  "ledger, balances and floors": ledgerCases,
  tallies: tallyCases,
  "malformed change sets": malformedCases,
  "a commit repeated by its id": repetitionCases,
  "purged commits": purgeCases,
  "many commits at once": concurrencyCases,
  "commits at the same time": togetherCases,
  "due work": dueCases,
};

/** A test that takes longer is stuck: the slowest takes a few seconds with an embedded database. */
const timeoutMs = 120_000;

/**
 * The contract of core's store port as a vitest suite: with it core never loses, doubles or guesses money. Call it in
 * a test file; `open` is called once, and `close` after the last test. Every test uses tenants and kinds of its own, so
 * the store need not be empty.
 *
 * It demands: a change set is committed whole or leaves nothing behind, not even its id; each guard is checked, also on
 * records that were only read, and the answer names the one that failed; the ledger balances and floors hold, also
 * against commits at the same time; a tally counts committed change sets and nothing else; a commit repeated by its id
 * is done once and answers `committed` until it is purged; reads are snapshots; a version never comes again; lists
 * are in the order of bytes, page by page; versions that a commit answers are true; one claimer gets each piece of due
 * work; tenants share nothing; text, numbers and JSON are unchanged. No test waits for a clock.
 *
 * @example
 * storeContract("my store", async () => ({ store: memoryStore(), close: async () => {} }));
 */
export function storeContract(name: string, open: () => Promise<StoreFixture>): void {
  describe(`store contract: ${name}`, () => {
    const fixture = openedOnce(open, timeoutMs);
    for (const [topic, cases] of Object.entries(contract)) {
      describe(topic, () => {
        for (const [title, run] of Object.entries(cases)) {
          test(title, { timeout: timeoutMs }, () => run(setUp(fixture().store)));
        }
      });
    }
  });
}
