import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { dayInSeoul } from "@wonflow/core";
import { fakeClock } from "@wonflow/testkit";
import { expect, onTestFinished, test } from "vitest";

import { newDatabase, newFolder } from "../../test/sandbox-places.ts";
import { sandboxPayoutBank, type SandboxBankOptions } from "../index.ts";

const tenant = "7:test";
/** 12:00 in Seoul. */
const startMs = Date.UTC(2026, 10, 20, 3);
const payoutDate = dayInSeoul(startMs);

/** A bank over the record of a place, by a clock that every bank of a test begins with. */
async function open(place: SandboxBankOptions) {
  const clock = fakeClock(startMs);
  const bank = await sandboxPayoutBank({ clock, ...place });
  onTestFinished(() => bank.close());
  const asking = { tenant, deadline: startMs + 10_000 } as const;
  const account = { bankCode: "004", accountNumber: "110123456789", holderName: "김상인" };
  const register = (key: string) =>
    bank.registerSeller({
      ...asking,
      key,
      name: "Tea House",
      businessType: "INDIVIDUAL",
      businessRegistrationNumber: null,
      account,
    });
  const found = (key: string) => bank.lookUpSeller({ ...asking, key });
  const pay = (key: string) =>
    bank.submit({ ...asking, key, payee: { type: "MERCHANT" }, payoutDate, amount: 5_000, account });
  return { clock, bank, register, found, pay };
}

test("sellers and payouts are there after a restart if the record is durable, and not if it is in memory", async () => {
  const [dataDir, url] = [await newFolder(), await newDatabase()];
  // where the record was; where it is after a restart; whether it is known there
  const rows = [
    [{ dataDir }, { dataDir }, true],
    [{ url }, { url }, true],
    [{ url }, { url, dataDir: await newFolder() }, true],
    [{}, {}, false],
    [{ dataDir }, { url: await newDatabase() }, false],
  ] as const;
  for (const [before, after, isKnown] of rows) {
    const first = await open(before);
    const [seller] = [await first.register("s"), await first.pay("p")];
    await first.bank.close();
    const second = await open(after);
    expect([before, after, await second.found("s")]).toEqual([
      before,
      after,
      isKnown ? seller : { outcome: "not-found" },
    ]);
    await second.clock.advance(3_600_000);
    expect(second.bank.paid(tenant)).toBe(isKnown ? 5_000 : 0);
    await second.bank.close();
  }
});

test("a record that can't be read is refused by its place", async () => {
  const dataDir = await newFolder();
  await (await open({ dataDir })).bank.close();
  const file = join(dataDir, "sandbox-payouts.jsonl");
  await appendFile(file, '{"op":"submit"}\n');
  const refused = `${file}:1: this entry was not written by the sandbox payout bank`;
  await expect(open({ dataDir })).rejects.toThrow(refused);
});

test("without a place, a clock or options it is a bank of this machine", async () => {
  const bank = await sandboxPayoutBank();
  onTestFinished(() => bank.close());
  const seller = (key: string) =>
    bank.registerSeller({
      tenant,
      deadline: Date.now() + 10_000,
      key,
      name: "Tea House",
      businessType: "CORPORATE",
      businessRegistrationNumber: "1234567890",
      account: { bankCode: "004", accountNumber: "110123456789", holderName: "차집" },
    });
  const ids = [await seller("a"), await seller("b")].map((answer) =>
    answer.outcome === "done" ? answer.value.externalSellerId : "",
  );
  const random = ids.map((id) => /^sbx-\d{6}-(.{16})$/.exec(id)?.[1]);
  expect(random).not.toContain(undefined);
  expect(new Set(random).size).toBe(2);
});
