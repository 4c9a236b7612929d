import { bindPayments, type BankHolidays, type Payments } from "@wonflow/core";
import { fakeClock, sequentialIds } from "@wonflow/testkit";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";

import { postgresStore } from "../src/index.ts";
import { webCryptoVault } from "../src/vault.ts";
import { keptDatabase, keptVersions } from "./upgrade/kept-database.ts";

const tenant = { mId: 7, mode: "test" } as const;
const dayMs = 24 * 60 * 60 * 1000;

/** Weekends only, in any year that this test may be run in. */
const holidays: BankHolidays = { firstDay: "2020-01-01", lastDay: "2099-12-31", has: () => false };

const settings = { unpaidIdentityLifetimeMs: 5 * dayMs, paidIdentityLifetimeMs: 40 * dayMs };

/** A kept database in which every checkout came with identity data of its payer. */
async function identifiedDatabase(version: string) {
  const { databaseUrl = "", secret, madeAt } = await keptDatabase(version, "server");
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(
    `update wonflow.records set body = jsonb_set(body::jsonb, '{kyc}', '"sealed"') where kind = 'session'`,
  );

  /** The orders whose sessions still have the data. */
  async function identified(): Promise<readonly string[]> {
    const { rows } = await client.query<{ readonly name: string }>(
      `select replace(intent.body ->> 'orderId', 'upgraded-order-', '') as name from wonflow.records as session
        join wonflow.records as intent on intent.kind = 'intent' and intent.id = session.body ->> 'intentKey'
        where session.kind = 'session' and session.body ->> 'kyc' is not null`,
    );
    return rows.map(({ name }) => name).toSorted();
  }

  async function countOf(kind: string): Promise<number> {
    const { rows } = await client.query("select id from wonflow.records where kind = $1", [kind]);
    return rows.length;
  }

  return { databaseUrl, secret, madeAt, identified, countOf };
}

/** Two processes of a service over one database, at the same time. */
async function twoProcesses({
  databaseUrl,
  secret,
  madeAt,
}: {
  readonly databaseUrl: string;
  readonly secret: string;
  readonly madeAt: number;
}) {
  const clock = fakeClock(madeAt);
  const ids = sequentialIds();
  const failures: unknown[] = [];

  async function start(): Promise<Payments> {
    const store = await postgresStore({ url: databaseUrl });
    onTestFinished(() => store.close());
    const notify = (notice: { readonly kind: string }) => notice.kind === "work-failed" && failures.push(notice);
    const vault = webCryptoVault([secret]);
    return bindPayments({ store, gateways: {}, clock, ids, vault, holidays, settings, notify });
  }
  const [one, other] = [await start(), await start()];

  /** Day by day both do what is due, until nothing is. */
  async function passDays(days: number) {
    for (let day = 0; day < days; day += 1) {
      await clock.advance(dayMs);
      for (let taken = 1; taken > 0;) {
        const done = await Promise.all([one, other].map(({ work }) => work.runDue()));
        taken = Math.max(...done.map((each) => each.taken));
      }
    }
  }

  return { payments: one, passDays, failures };
}

test.each(keptVersions)(
  "identity data in a database of %s are purged by any number of processes, like new ones",
  async (version) => {
    const { identified, countOf, ...database } = await identifiedDatabase(version);
    const { payments, passDays, failures } = await twoProcesses(database);
    const told = async () => [
      await payments.intents.list(tenant),
      await payments.settlements.lookUpOrder(tenant, "upgraded-order-done"),
    ];
    const open = ["cancellation-unknown", "unknown"];
    const all = ["authenticated", "canceled", "done", "partly-canceled", "ready", "refused", ...open];
    expect(await identified()).toEqual(all.toSorted());
    await passDays(8);
    const before = await told();
    // No gateway is bound that could be asked about the calls without an outcome.
    expect(await identified()).toEqual(["canceled", "done", "partly-canceled", ...open].toSorted());
    await passDays(45);
    expect(await identified()).toEqual(open);
    expect(await countOf("payerIdentity")).toBe(open.length);
    expect(await told()).toEqual(before);
    expect((await payments.ledger.audit(tenant)).differences).toEqual([]);
    expect(failures).toEqual([]);
  },
);
