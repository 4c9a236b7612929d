import { type RecordBody, type Store, bindPayments, type Payments } from "@wonflow/core";
import { approvalRecord, intentRecord, merchantRecord, readBody, type RecordRef } from "@wonflow/core/internal";
import { createPayments, documentationMerchant, memoryStore, sandboxGateway, silentLogger, systemClock } from "wonflow";
import { manyAuthenticated, confirm } from "./till.ts";
import { ratio, type Row, median } from "./report.ts";
import { randomIds, webCryptoVault } from "wonflow/ports";

const payments = 5_000;

/** A memory store that remembers what was read last, and by which schema it can be parsed. */
function rememberingStore() {
  const store = memoryStore();
  const kinds = [merchantRecord, intentRecord, approvalRecord];
  let read: { readonly ref: RecordRef<unknown>; readonly body: RecordBody }[] = [];
  const remembering: Store = {
    ...store,
    async read(tenant, request) {
      const snapshot = await store.read(tenant, request);
      for (const record of snapshot.records) {
        if (record === undefined) continue;
        const { key, body } = record;
        const ref: RecordRef<unknown> | undefined = kinds.find(({ name }) => name === key.kind)?.ref(key.id);
        if (ref !== undefined) read.push({ ref, body });
      }
      return snapshot;
    },
  };
  return { store: remembering, taken: () => read.splice(0), clear: () => void (read = []) };
}

export async function confirmInMemory(): Promise<readonly Row[]> {
  const { store, taken, clear } = rememberingStore();
  const service = createPayments({
    store,
    gateways: { test: await sandboxGateway() },
    secret: "s".repeat(32),
    settings: { documentationKeys: true },
  });
  await service.merchants.register(documentationMerchant);
  const tenant = { mId: documentationMerchant.mId, mode: documentationMerchant.mode };
  const confirmations = await manyAuthenticated(service, tenant, payments);
  clear();
  const start = performance.now();
  for (const confirmation of confirmations) await confirm(service, tenant, confirmation);
  const confirming = (performance.now() - start) / payments;
  const bodies = taken();
  const rounds = 20;
  const parseStart = performance.now();
  for (let round = 0; round < rounds; round += 1) for (const { ref, body } of bodies) readBody(ref, body);
  const parsing = (performance.now() - parseStart) / rounds / payments;
  return [
    { what: "a confirm", measured: `${(confirming * 1000).toFixed(0)} µs`, beside: ratio(confirming, confirming) },
    {
      what: `parsing its ${bodies.length / payments} records (the merchant, two states of the intent, the approval)`,
      measured: `${(parsing * 1000).toFixed(1)} µs`,
      beside: ratio(parsing, confirming),
    },
  ];
}

const rounds = 15;
const confirms = 500;
const secret = "s".repeat(32);
const settings = { documentationKeys: true };

/** The same service without spans and metrics: core over the same ports. */
async function bare(): Promise<Payments> {
  return bindPayments({
    store: memoryStore(),
    gateways: { test: await sandboxGateway() },
    clock: systemClock,
    ids: randomIds,
    vault: webCryptoVault([secret]),
    settings,
  });
}

async function observed(): Promise<Payments> {
  const gateways = { test: await sandboxGateway() };
  return createPayments({ store: memoryStore(), gateways, secret, settings, logger: silentLogger });
}

/** Microseconds of processor time of a confirm, which others on the machine change little; of many one after the other on a new store. */
async function timed(open: () => Promise<Payments>): Promise<number> {
  const service = await open();
  const { mId, mode } = documentationMerchant;
  await service.merchants.register(documentationMerchant);
  const confirmations = await manyAuthenticated(service, { mId, mode }, confirms);
  const start = process.cpuUsage();
  for (const confirmation of confirmations) await confirm(service, { mId, mode }, confirmation);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / confirms;
}

export async function observedConfirm(): Promise<readonly Row[]> {
  const [without, within]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    without.push(await timed(bare));
    within.push(await timed(observed));
  }
  const row = (what: string, times: number[]): Row => {
    const measured = `${median(times).toFixed(0)} µs`;
    return { what, measured, beside: ratio(median(times), median(without)) };
  };
  return [row("a confirm of core alone", without), row("with the API of OpenTelemetry around it, no SDK", within)];
}
