import { execFile } from "node:child_process";
import { appendFile, chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

import { cardCaller } from "@wonflow/testkit";
import { startPostgres } from "@wonflow/testkit/postgres";
import { Client } from "pg";

import { openService, type OpenedService } from "../books.ts";
import { moved, openShops, pay, seoulDay, type Shop } from "../prepared.ts";

const execute = promisify(execFile);

interface RestoreReport {
  /** Payments before and after the restored point in time. */
  readonly paid: { readonly before: number; readonly after: number };
  /** The actions that reconciliation recommends, each once. */
  readonly actions: readonly string[];
  readonly differences: readonly string[];
}

/**
 * A database is lost, and restored to a point in time from a base backup and the archive of its log. Later approvals
 * exist only in the gateway's list: reconciliation must find each of those payments and nothing else. They are then
 * refunded at the gateway, as reconciliation recommends.
 */
export async function restoreToPointInTime(paidEach: number): Promise<RestoreReport> {
  const folder = await mkdtemp(join(tmpdir(), "wonflow-restore-"));
  const archive = join(folder, "archive");
  // The gateway and the bank keep their records.
  const outside = await startPostgres();
  try {
    await execute("mkdir", ["-m", "777", archive]);
    await chmod(folder, 0o755);
    const lost = await loseDatabase({ folder, archive, sandboxUrl: outside.url, paidEach });
    const server = await startPostgres({ dataFolder: lost.backup });
    try {
      return await compareWithGateway(lost, { url: server.url, sandboxUrl: outside.url });
    } finally {
      await server.stop();
    }
  } finally {
    await outside.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of each payment. */
const won = 10_000;

interface Lost {
  /** The folder of the base backup, from which the database is restored. */
  readonly backup: string;
  readonly shops: readonly Shop[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly day: string;
}

interface Losing {
  readonly folder: string;
  readonly archive: string;
  readonly sandboxUrl: string;
  readonly paidEach: number;
}

async function loseDatabase({ folder, archive, sandboxUrl, paidEach }: Losing): Promise<Lost> {
  const data = join(folder, "data");
  const backup = join(folder, "backup");
  await execute("mkdir", [data]);
  const settings = { archive_mode: "on", archive_command: `cp %p ${archive}/%f`, wal_level: "replica" };
  const server = await startPostgres({ durable: true, dataFolder: data, settings });
  try {
    const service = await openService(server.url, { sandboxUrl, dayList: true });
    const shops = await openShops(service);
    await moved(service, { forward: { businessDays: 1 } });
    const day = seoulDay(service.clock.now());
    const payAll = async (name: string) => {
      const orders: string[] = [];
      for (const shop of shops) {
        for (let n = 1; n <= paidEach; n += 1) {
          const orderId = `restore-order-${name}-${shop.mId}-${n}`;
          await pay(service, shop, orderId);
          orders.push(orderId);
        }
      }
      return orders;
    };
    await takeBackup(server.url, { data, backup });
    const before = await payAll("before");
    await pause(50);
    const [{ moment }] = (await query(server.url, "select now()::text as moment")) as readonly [{ moment: string }];
    await pause(50);
    const after = await payAll("after");
    await archiveLog(server.url, archive);
    await service.close();
    const target = [
      `restore_command = 'cp ${archive}/%f %p'`,
      `recovery_target_time = '${moment}'`,
      "recovery_target_action = 'promote'",
    ];
    await appendFile(join(backup, "postgresql.auto.conf"), `${target.join("\n")}\n`);
    await writeFile(join(backup, "recovery.signal"), "");
    return { backup, shops, before, after, day };
  } finally {
    await server.kill();
    await server.stop();
  }
}

/** Takes a base backup of the running server, like pg_basebackup. */
async function takeBackup(url: string, { data, backup }: { readonly data: string; readonly backup: string }) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("select pg_backup_start('drill', true)");
  await execute("cp", ["-r", "--preserve=mode", data, backup]);
  const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop()");
  await client.end();
  await writeFile(join(backup, "backup_label"), rows[0]?.labelfile ?? "");
  for (const file of ["postmaster.pid", "postmaster.opts"]) await rm(join(backup, file), { force: true });
  await rm(join(backup, "pg_wal"), { recursive: true });
  await execute("mkdir", ["-p", join(backup, "pg_wal/archive_status")]);
}

/** Waits until everything committed so far is in the archive. */
async function archiveLog(url: string, archive: string): Promise<void> {
  const switched = await query(url, "select pg_walfile_name(pg_switch_wal()) as name");
  const [{ name }] = switched as readonly [{ name: string }];
  for (let waited = 0; !(await readdir(archive)).includes(name); waited += 50) {
    if (waited > 30_000) throw new Error("the log was not archived");
    await pause(50);
  }
}

async function query(url: string, statement: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as readonly unknown[];
  } finally {
    await client.end();
  }
}

async function compareWithGateway(
  lost: Lost,
  { url, sandboxUrl }: { readonly url: string; readonly sandboxUrl: string },
): Promise<RestoreReport> {
  const service = await openService(url, { sandboxUrl, dayList: true });
  try {
    const differences = [...(await auditProblems(service, lost)), ...(await wrongOrders(service, lost))];
    await moved(service, { forward: { businessDays: 1 } });
    const found = await reconciled(service, lost);
    const strange = found.filter(({ kind }) => kind !== "only-theirs");
    if (found.length !== lost.after.length || strange.length > 0) {
      differences.push(`${lost.after.length} payments are lost; reconciliation found ${JSON.stringify(found)}`);
    }
    const held = () => lost.shops.reduce((sum, { mId, mode }) => sum + service.gateway.held(`${mId}:${mode}`), 0);
    for (const each of found) await cancelByHand(service, each);
    if (held() !== lost.before.length * won) differences.push(`the gateway holds ${held()} won after all refunds`);
    differences.push(...(await auditProblems(service, lost)));
    const { before, after } = lost;
    return {
      paid: { before: before.length, after: after.length },
      actions: [...new Set(found.map(({ action }) => action.replace(/payment \S+ was/, "payment … was")))],
      differences,
    };
  } finally {
    await service.close();
  }
}

/** Refunds a payment at the gateway, as an operator does in its console. */
async function cancelByHand(
  { gateway, clock }: OpenedService,
  {
    tenant,
    reference,
    statement,
  }: { readonly tenant: Shop; readonly reference: string; readonly statement: number | null },
): Promise<void> {
  const { mId, mode } = tenant;
  const asking = { tenant: `${mId}:${mode}`, deadline: clock.now() + 60_000 } as const;
  const caller = cardCaller(gateway, clock.now);
  const answer = await caller.cancel({
    ...asking,
    key: `by-hand.${reference}`,
    approvalKey: reference,
    amount: statement ?? 0,
  });
  if (answer.outcome !== "done") throw new Error(`the gateway does not refund ${reference}: ${JSON.stringify(answer)}`);
}

async function auditProblems({ payments }: OpenedService, { shops }: Lost): Promise<readonly string[]> {
  const audits = await Promise.all(shops.map((shop) => payments.ledger.audit(shop)));
  return audits.flatMap(({ differences }) => differences.map((each) => `audit: ${JSON.stringify(each)}`));
}

/** Earlier payments must exist, and later ones must not. */
async function wrongOrders({ payments }: OpenedService, { shops, before, after }: Lost): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const orderId of [...before, ...after]) {
    const shop = shops.find(({ mId }) => orderId.includes(`-${mId}-`));
    if (shop === undefined) throw new Error(`no shop has ${orderId}`);
    const found = await payments.intents.lookUp(shop, { orderId });
    const isThere = found.ok && found.value.status === "DONE";
    if (isThere !== before.includes(orderId)) wrong.push(`${orderId} is ${isThere ? "" : "not "}there`);
  }
  return wrong;
}

async function reconciled({ payments }: OpenedService, { shops, day }: Pick<Lost, "shops" | "day">) {
  const all = await Promise.all(
    shops.map(async (shop) => {
      const result = await payments.reconcile(shop, day);
      if (!result.ok) throw new Error(`no reconciliation of ${day}: ${result.error.code}`);
      return result.value.differences.map((difference) => ({ tenant: shop, ...difference }));
    }),
  );
  return all.flat();
}
