import { bindPayments, type Payments } from "@wonflow/core";
import { createPayments, documentationMerchant, memoryStore, sandboxGateway, silentLogger, systemClock } from "wonflow";
import { randomIds, webCryptoVault } from "wonflow/ports";

import { manyAuthenticated } from "./authenticated.ts";
import { median } from "./rate.ts";
import { ratio, type Row } from "./report.ts";
import { confirm } from "./till.ts";

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
