import { storedCard as card, powersOver, sendingInTime, windowOver, windowUrl } from "../../test/card-fixture.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Gateway } from "@wonflow/core";
import { gatewayContract, fakeClock, sequentialIds } from "@wonflow/testkit";
import { fileJournal } from "../journal/file-journal.ts";
import { memoryJournal } from "../journal/journal.ts";
import { sandboxGateway, type SandboxGateway } from "./gateway.ts";
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
  gatewayContract(`sandbox, in memory, that ${title}`, async () => {
    const rest = common();
    const journal = memoryJournal();
    const open = () => sandboxGateway({ ...rest, journal, promises });
    let gateway = open();
    const powers = powersOver(rest.clock, () => gateway);
    const reopen = async () => (gateway = open());
    const fixture = { ...rest, ...powers, gateway, reopen, repeatsCalls: promises.idempotent };
    return sendingInTime(rest.clock, fixture);
  });
}

gatewayContract("sandbox, in a file", async () => {
  const rest = common();
  const folder = mkdtempSync(join(tmpdir(), "sandbox-cards-"));
  const open = () => sandboxGateway({ ...rest, journal: fileJournal(join(folder, "cards.jsonl")) });
  let gateway = open();
  return sendingInTime(rest.clock, {
    ...rest,
    ...powersOver(rest.clock, () => gateway),
    gateway,
    async reopen() {
      await gateway.close();
      gateway = open();
      return gateway;
    },
    async close() {
      await gateway.close();
      rmSync(folder, { recursive: true });
    },
  });
});

for (const [title, promises] of [
  ["promises the most", mostPromises],
  ["promises the least", leastPromises],
] as const) {
  gatewayContract(`sandbox with a window, that ${title}`, async () => {
    const rest = common();
    const journal = memoryJournal();
    const open = () => sandboxGateway({ ...rest, journal, promises, windowUrl });
    let gateway = open();
    const powers = powersOver(rest.clock, () => gateway);
    const reopen = async () => (gateway = open());
    const window = windowOver(rest.clock, () => gateway);
    const fixture = { ...rest, ...powers, window, gateway, reopen, repeatsCalls: promises.idempotent };
    return sendingInTime(rest.clock, fixture);
  });

  gatewayContract(`sandbox with only a window, that ${title}`, async () => {
    const { card: _card, ...rest } = common();
    const journal = memoryJournal();
    const open = () => sandboxGateway({ ...rest, journal, promises, windowUrl });
    let provider = open();
    const gateway = () => withoutCards(provider);
    const { refusedCard: _refused, ...powers } = powersOver(rest.clock, () => provider);
    const reopen = async () => {
      provider = open();
      return gateway();
    };
    const window = windowOver(rest.clock, () => provider);
    const fixture = { ...rest, ...powers, window, gateway: gateway(), reopen, repeatsCalls: promises.idempotent };
    return sendingInTime(rest.clock, fixture);
  });
}

function withoutCards({ keyIn: _keyIn, ...rest }: SandboxGateway): Gateway {
  return rest;
}
