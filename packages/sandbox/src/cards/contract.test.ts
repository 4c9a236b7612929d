import { storedCard as card } from "../../test/stored-card.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cardNetworkContract, fakeClock, sequentialIds } from "@wonflow/testkit";
import { powersOver } from "../../test/card-fixture.ts";
import { fileJournal } from "../journal/file-journal.ts";
import { memoryJournal } from "../journal/journal.ts";
import { sandboxCardNetwork } from "./network.ts";
import { leastPromises, mostPromises } from "./promises.ts";

const startMs = Date.UTC(2026, 2, 2, 3);

/** What every fixture has, whatever its journal. */
function common() {
  const clock = fakeClock(startMs);
  const ids = sequentialIds();
  const newKey = () => ids.random(12);
  return { clock, ids, card, tenants: ["1:test", "2:test"], newKey } as const;
}

for (const [title, promises] of [
  ["promises the most", mostPromises],
  ["promises the least", leastPromises],
] as const) {
  cardNetworkContract(`sandbox, in memory, that ${title}`, async () => {
    const rest = common();
    const journal = memoryJournal();
    const open = () => sandboxCardNetwork({ ...rest, journal, promises });
    let network = open();
    const powers = powersOver(rest.clock, () => network);
    const reopen = async () => (network = open());
    return { ...rest, ...powers, network, reopen, repeatsCalls: promises.idempotent };
  });
}

cardNetworkContract("sandbox, in a file", async () => {
  const rest = common();
  const folder = mkdtempSync(join(tmpdir(), "sandbox-cards-"));
  const open = () => sandboxCardNetwork({ ...rest, journal: fileJournal(join(folder, "cards.jsonl")) });
  let network = open();
  return {
    ...rest,
    ...powersOver(rest.clock, () => network),
    network,
    async reopen() {
      await network.close();
      network = open();
      return network;
    },
    async close() {
      await network.close();
      rmSync(folder, { recursive: true });
    },
  };
});
