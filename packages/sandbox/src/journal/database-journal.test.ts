import { storedCard, powersOver, sendingInTime } from "../../test/card-fixture.ts";
import { randomUUID } from "node:crypto";
import { StoreUnavailable } from "@wonflow/core";
import { cardCaller, gatewayContract, fakeClock, payoutBankContract, sequentialIds } from "@wonflow/testkit";
import { unreliableNetwork } from "@wonflow/testkit/postgres";
import { Client } from "pg";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { faultOf } from "../../test/faults-of-contracts.ts";
import { journalContract } from "../../test/journal-contract.ts";
import { sandboxPayoutBank } from "../bank/bank.ts";
import { sandboxGateway } from "../cards/gateway.ts";
import { mostPromises } from "../cards/promises.ts";
import { databaseJournal, type DatabaseJournalOptions } from "./database-journal.ts";
import type { Journal } from "./journal.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A server's database in which tests may create databases. */
    readonly postgresUrl: string;
    /** What the names of all databases begin with that a run creates. */
    readonly databasePrefix: string;
  }
}

/** A connection of its own that lasts until the test is over. */
async function session(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Runs one statement on a connection of its own. */
async function query(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** An empty database, which is gone after the run, and its URL. */
async function newDatabase(): Promise<string> {
  const name = inject("databasePrefix") + randomUUID().replaceAll("-", "");
  await query(inject("postgresUrl"), `create database ${name}`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return url.href;
}

journalContract("in a database", {
  shared: true,
  async open() {
    const url = await newDatabase();
    const journals: Journal[] = [];
    const another = async () => {
      const journal = await databaseJournal({ url });
      journals.push(journal);
      return journal;
    };
    return { another, close: async () => void (await Promise.all(journals.map((journal) => journal.close()))) };
  },
});

const startMs = Date.UTC(2026, 2, 2, 3);
const tenant = "1:test";
const deadline = startMs + 10_000;
const approval = {
  tenant,
  key: "a",
  deadline,
  cardToken: "sbx_kb_1:test_0000000000000001",
  amount: 10_000,
  installmentPlanMonths: 0,
  orderName: "Tea",
} as const;

async function opened(url: string, options: Omit<DatabaseJournalOptions, "url"> = {}) {
  const journal = await databaseJournal({ url, ...options });
  onTestFinished(() => journal.close());
  return journal;
}

let shared: Promise<string> | undefined;

gatewayContract("sandbox, in a database", async () => {
  const url = await (shared ??= newDatabase());
  const clock = fakeClock(startMs);
  const options = { clock, ids: sequentialIds(), promises: mostPromises };
  const open = async () => sandboxGateway({ ...options, journal: await databaseJournal({ url }) });
  const gateway = await open();
  const gateways = [gateway];
  return sendingInTime(clock, {
    ...powersOver(clock, () => gateways.at(-1) ?? gateway),
    gateway,
    repeatsCalls: true,
    card: storedCard,
    tenants: ["1:test", "2:test"],
    newKey: randomUUID,
    async reopen() {
      const again = await open();
      gateways.push(again);
      return again;
    },
    async close() {
      for (const each of gateways) await each.close();
    },
  });
});

let sharedByBanks: Promise<string> | undefined;
let merchants = 0;

payoutBankContract("sandbox, in a database", async () => {
  const url = await (sharedByBanks ??= newDatabase());
  const clock = fakeClock(startMs);
  const open = async () =>
    sandboxPayoutBank({ clock, ids: sequentialIds(), journal: await databaseJournal({ url, name: "payouts" }) });
  const bank = await open();
  const banks = [bank];
  return {
    bank,
    account: { bankCode: "004", accountNumber: "110123456789", holderName: "김상인" },
    tenants: [`${(merchants += 1)}:test`, `${(merchants += 1)}:test`],
    newKey: randomUUID,
    deadline: () => deadline,
    payoutDate: () => "2026-03-02",
    now: clock.now,
    breakNext: (call, fault) => (banks.at(-1) ?? bank).faults.next(call, faultOf(fault)),
    advance: (ms) => clock.advance(ms),
    async reopen() {
      const again = await open();
      banks.push(again);
      return again;
    },
    async close() {
      for (const each of banks) await each.close();
    },
  };
});

describe("databaseJournal", () => {
  test.each(["cards", "payouts"] as const)("%s: is made once, by whichever of many processes", async (name) => {
    const url = await newDatabase();
    const [maker, observer] = [await session(url), await session(url)];
    const lock = "select pg_advisory_xact_lock(hashtext('wonflow_sandbox.cards'))";
    await maker.query(`begin; ${lock}; create schema wonflow_sandbox`);
    const journals = Array.from({ length: 8 }, () => opened(url, { name }));
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await observer.query(waiting)).rowCount !== journals.length);
    await maker.query(`create table wonflow_sandbox.${name} (position bigint primary key, value json not null)`);
    await maker.query("commit");
    await Promise.all((await Promise.all(journals)).map((journal, n) => journal.turn(0, () => [{ n }])));
    expect((await opened(url, { name })).replay()).toHaveLength(8);
  });

  test("has a list of its own under each name; without one it is the cards'", async () => {
    const url = await newDatabase();
    await (await opened(url)).turn(0, () => [{ card: 1 }]);
    const payouts = await opened(url, { name: "payouts" });
    await payouts.turn(0, () => [{ payout: 1 }, { payout: 2 }]);
    expect((await opened(url, { name: "cards" })).replay().map(({ value }) => value)).toEqual([{ card: 1 }]);
    expect((await opened(url, { name: "payouts" })).replay()).toEqual([
      { where: "wonflow_sandbox.payouts:1", value: { payout: 1 } },
      { where: "wonflow_sandbox.payouts:2", value: { payout: 2 } },
    ]);
  });

  test("two of different names are made at the same time", async () => {
    const url = await newDatabase();
    const names = Array.from({ length: 4 }, () => ["cards", "payouts"] as const).flat();
    const journals = await Promise.all(names.map((name) => opened(url, { name })));
    expect(journals.map((journal) => journal.replay())).toEqual(names.map(() => []));
  });

  test("a turn at one does not wait for a turn at the other", async () => {
    const url = await newDatabase();
    const [cards, payouts] = [await opened(url), await opened(url, { name: "payouts" })];
    const other = await session(url);
    await other.query("begin; select pg_advisory_xact_lock(hashtext('wonflow_sandbox.cards'))");
    const held = cards.turn(0, () => [{ card: 1 }]);
    await payouts.turn(0, () => [{ payout: 1 }]);
    await other.query("commit");
    await held;
  });

  test("needs only the right to use an existing table", async () => {
    const url = await newDatabase();
    await (await opened(url)).turn(0, () => [{ n: 1 }]);
    await query(url, "create role clerk login password 'clerk'");
    await query(url, "grant usage on schema wonflow_sandbox to clerk");
    await query(url, "grant select, insert on wonflow_sandbox.cards to clerk");
    const clerk = Object.assign(new URL(url), { username: "clerk", password: "clerk" });
    const journal = await opened(clerk.href);
    await journal.turn(1, () => [{ n: 2 }]);
    expect((await opened(url)).replay()).toHaveLength(2);
    await query(url, "drop schema wonflow_sandbox cascade");
    const refused = databaseJournal({ url: clerk.href });
    await expect(refused).rejects.toThrow(StoreUnavailable);
    await expect(refused).rejects.toThrow(/^The sandbox's journal .* \(permission denied .*\): grant the user/);
  });

  test.each(["postgres://clerk:hidden@127.0.0.1:1/shop", "nonsense", "postgres://%"])(
    "unreachable: %s",
    async (url) => {
      const refused = databaseJournal({ url });
      await expect(refused).rejects.toThrow(StoreUnavailable);
      await expect(refused).rejects.toThrow(/^The sandbox's journal [^\n]+: check that the database runs/);
      await expect(refused).rejects.not.toThrow("hidden");
    },
  );

  test("more values than are read at a time are all read, once and in order", async () => {
    const url = await newDatabase();
    const journal = await opened(url);
    const numbers = Array.from({ length: 10_000 }, (_, n) => ({ n }));
    await journal.turn(0, () => numbers);
    await journal.turn(10_000, () => [{ n: 10_000 }]);
    expect((await opened(url)).replay().map(({ value }) => value)).toEqual([...numbers, { n: 10_000 }]);
  });
});

/** A gateway whose way to the database is unreliable, and one by a good way. */
async function apart(timeout: Pick<DatabaseJournalOptions, "answerTimeoutMs"> = {}) {
  const url = await newDatabase();
  const way = await unreliableNetwork(url);
  onTestFinished(() => way.close());
  const options = { clock: fakeClock(startMs), ids: sequentialIds(), promises: mostPromises };
  const called = (journal: Journal) => cardCaller(sandboxGateway({ ...options, journal }), options.clock.now);
  const [far, near] = [called(await opened(way.url, timeout)), called(await opened(url))];
  return { url, way, far, near };
}

const reversal = { tenant, key: "r", approvalKey: approval.key, deadline } as const;

/** The end of a turn as it is sent, which `read committed` at its beginning is not. */
const commit = "commit\u0000";

const found = { tenant, key: approval.key, deadline } as const;

describe("a connection that is lost", () => {
  // the lost statement of a reversal's turn; the outcome
  const rows = [
    ["insert into", { outcome: "done" }, 10_000],
    [commit, { outcome: "refused", code: "ALREADY_CANCELED_PAYMENT" }, 0],
  ] as const;
  test.each(rows)(
    "with the answer to %j: unknown, and then the recorded outcome for all: %o",
    async (text, came, held) => {
      const { way, far, near } = await apart();
      await far.approve(approval);
      way.loseAnswerTo(text);
      await expect(far.reverse(reversal)).rejects.toThrow();
      expect(await near.lookUpApproval(found)).toMatchObject(came);
      expect(await far.lookUpApproval(found)).toMatchObject(came);
      expect([far.held(tenant), near.held(tenant)]).toEqual([held, held]);
      expect(await far.reverse(reversal)).toMatchObject({ outcome: "done" });
      expect([far.held(tenant), far.records().length]).toEqual([0, 1]);
    },
  );

  test("before its commit arrives: no turn begins until it has arrived", async () => {
    const { way, far, near } = await apart();
    way.hold(commit);
    await expect(far.reverse(reversal)).rejects.toThrow();
    const approved = near.approve(approval);
    await way.deliverHeld();
    expect(await approved).toEqual({ outcome: "refused", code: "ALREADY_CANCELED_PAYMENT" });
    expect(await far.reverse(reversal)).toMatchObject({ outcome: "done" });
  });

  test("in the middle of a turn, without ever returning: the server cuts it off, and the others continue", async () => {
    const { way, far, near } = await apart({ answerTimeoutMs: 1_500 });
    way.hold("insert into");
    await expect(far.approve(approval)).rejects.toThrow();
    expect(await near.lookUpApproval(found)).toEqual({ outcome: "not-found" });
    expect(await far.lookUpApproval(found)).toEqual({ outcome: "not-found" });
  });

  test("to a database that hangs: unknown after a while, and good again when the database is", async () => {
    const { way, far, near } = await apart({ answerTimeoutMs: 1_500 });
    await far.approve(approval);
    way.freeze();
    await expect(far.lookUpApproval(found)).rejects.toThrow();
    way.thaw();
    await near.cancel({ tenant, key: "c", approvalKey: "a", amount: 4_000, deadline });
    expect(await far.lookUpApproval(found)).toMatchObject({ outcome: "done" });
    expect(far.held(tenant)).toBe(6_000);
  });

  test("while it is idle: the next call has another", async () => {
    const { url, far } = await apart();
    await far.approve(approval);
    const others = "datname = current_database() and pid <> pg_backend_pid()";
    await query(url, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where ${others}`);
    expect(await far.lookUpApproval(found).catch(() => far.lookUpApproval(found))).toMatchObject({ outcome: "done" });
  });
});
