import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dayInSeoul } from "@wonflow/core";
import { fakeClock, payoutBankContract, sequentialIds } from "@wonflow/testkit";
import { faultOf } from "../../test/faults-of-contracts.ts";
import { fileJournal } from "../journal/file-journal.ts";
import { memoryJournal } from "../journal/journal.ts";
import { sandboxPayoutBank } from "./bank.ts";

const account = { bankCode: "004", accountNumber: "110123456789", holderName: "김상인" };

/** What every fixture has, whatever its journal. */
function common(startMs: number) {
  const clock = fakeClock(startMs);
  const ids = sequentialIds();
  const rest = {
    account,
    tenants: ["1:test", "2:test"],
    newKey: () => ids.random(12),
    deadline: () => clock.now() + 10_000,
    payoutDate: () => dayInSeoul(startMs),
    advance: (ms: number) => clock.advance(ms),
    now: clock.now,
  } as const;
  return { clock, ids, rest };
}

/** 12:00 in Seoul. */
const noon = Date.UTC(2026, 2, 2, 3);

payoutBankContract("sandbox, in memory", async () => {
  const { clock, ids, rest } = common(noon);
  const journal = memoryJournal();
  let bank = sandboxPayoutBank({ clock, ids, journal });
  return {
    ...rest,
    bank,
    breakNext: (call, fault) => bank.faults.next(call, faultOf(fault)),
    reopen: async () => (bank = sandboxPayoutBank({ clock, ids, journal })),
  };
});

payoutBankContract("sandbox, in memory, a payout date that begins", async () => {
  const { clock, ids, rest } = common(Date.UTC(2026, 2, 1, 15));
  return { ...rest, bank: sandboxPayoutBank({ clock, ids }) };
});

payoutBankContract("sandbox, in a file", async () => {
  const { clock, ids, rest } = common(noon);
  const folder = mkdtempSync(join(tmpdir(), "sandbox-bank-"));
  const open = () => sandboxPayoutBank({ clock, ids, journal: fileJournal(join(folder, "payouts.jsonl")) });
  let bank = open();
  return {
    ...rest,
    bank,
    breakNext: (call, fault) => bank.faults.next(call, faultOf(fault)),
    async reopen() {
      await bank.close();
      bank = open();
      return bank;
    },
    async close() {
      await bank.close();
      rmSync(folder, { recursive: true });
    },
  };
});
