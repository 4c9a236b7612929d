import { accountNames } from "@wonflow/core";
import { expect } from "vitest";
import { together, transfer, write, type Cases } from "./case-context.ts";

const commits = 40;

export const snapshotCases: Cases = {
  "a read of several records sees a commit whole or not at all": async (context) => {
    const keys = await context.create("a", "b");
    const writing = (async () => {
      for (let n = 1; n <= commits; n += 1) {
        await context.commit({ expect: await context.asTheyAre(keys), writes: keys.map((key) => write(key, { n })) });
      }
    })();
    await together(8, async () => {
      for (let round = 0; round < 15; round += 1) {
        const [a, b] = await context.read(keys);
        expect(a?.body["n"]).toBe(b?.body["n"]);
      }
    });
    await writing;
    expect(await context.read(keys)).toMatchObject([{ body: { n: commits } }, { body: { n: commits } }]);
  },

  "a read of records and balances never shows one without the other": async (context) => {
    const [total = context.key("total")] = await context.create("total");
    await context.put(total, { won: 0 });
    let isWriting = true;
    const book = async (won: number) => {
      const writes = [write(total, { won })];
      await context.commit({ expect: await context.asTheyAre([total]), writes, postings: transfer(1) });
    };
    const writing = (async () => {
      for (let won = 1; won <= commits; won += 1) await book(won);
    })().finally(() => {
      isWriting = false;
    });
    await together(6, async (index) => {
      while (isWriting) {
        // Readers in different rhythms, so that no store happens to answer all of them between two commits.
        for (let beat = 0; beat < index; beat += 1) await Promise.resolve();
        const snapshot = await context.store.read(context.tenant, { keys: [total], accounts: ["available", "bank"] });
        const won = snapshot.records[0]?.body["won"];
        expect(snapshot.balances).toEqual({ available: won, bank: won });
      }
    });
    await writing;
    expect((await context.balances()).available).toBe(commits);
  },

  "only the accounts that were asked for are answered, with zero where nothing was booked": async (context) => {
    await context.deposit(7);
    const { store, tenant } = context;
    expect(await store.read(tenant, { keys: [] })).toEqual({ records: [], balances: {} });
    expect(await store.read(tenant, { keys: [], accounts: [] })).toEqual({ records: [], balances: {} });
    const { balances } = await store.read(tenant, { keys: [], accounts: ["vat", "available"] });
    expect(balances).toEqual({ vat: 0, available: 7 });
    const all = await store.read(tenant, { keys: [], accounts: accountNames });
    expect(Object.keys(all.balances).toSorted()).toEqual([...accountNames].toSorted());
  },
};
