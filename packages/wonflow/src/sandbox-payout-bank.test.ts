import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { dayInSeoul } from "@wonflow/core";
import { fakeClock } from "@wonflow/testkit";
import { expect, onTestFinished, test } from "vitest";

import { newDatabase, newFolder, query } from "../test/sandbox-places.ts";
import { sandboxCardNetwork, sandboxPayoutBank, type SandboxBankOptions } from "./index.ts";

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

test("sellers and payouts are there after a restart where the record lasts, and not where it is forgotten", async () => {
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

test("a record in a folder is taken over into a database, whole and once, beside that of the cards", async () => {
  const [dataDir, url] = [await newFolder(), await newDatabase()];
  const cards = await sandboxCardNetwork({ url });
  onTestFinished(() => cards.close());
  const first = await open({ dataDir });
  await first.register("s");
  await first.pay("p");
  await first.bank.close();
  const file = join(dataDir, "sandbox-payouts.jsonl");
  const text = await readFile(file, "utf8");
  const banks = await Promise.all([1, 2, 3, 4].map(() => open({ dataDir, url })));
  for (const { bank } of banks) expect(bank.records().map(({ key }) => key)).toEqual(["p"]);
  expect(await query(url, "select position from wonflow_sandbox.payouts")).toHaveLength(2);
  expect(await query(url, "select position from wonflow_sandbox.cards")).toEqual([]);
  expect(await banks[0]?.pay("q")).toEqual({ outcome: "refused", code: "PAYOUT_REJECTED" });
  expect(await readFile(file, "utf8")).toBe(text);
});

test("a record that can't be read is refused by its place, in a folder and on its way to a database", async () => {
  const [dataDir, url] = [await newFolder(), await newDatabase()];
  await (await open({ dataDir })).bank.close();
  const file = join(dataDir, "sandbox-payouts.jsonl");
  await appendFile(file, '{"op":"submit"}\n');
  const refused = `${file}:1: this entry was not written by the sandbox payout bank`;
  await expect(open({ dataDir })).rejects.toThrow(refused);
  await expect(open({ dataDir, url })).rejects.toThrow(refused);
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
