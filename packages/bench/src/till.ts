import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Payments, Tenant } from "@wonflow/core";
import { testCards } from "wonflow";

const callers = 16;
const ahead = 4_000;

export interface Confirms {
  readonly latencies: number[];
  elapsedMs: number;
  peakBytes: number;
  longestPauseMs: number;
}

export function noConfirms(): Confirms {
  return { latencies: [], elapsedMs: 0, peakBytes: 0, longestPauseMs: 0 };
}

export async function confirm(service: Payments, tenant: Tenant, confirmation: Confirmation): Promise<void> {
  const answer = await service.intents.confirm(tenant, confirmation);
  if (!answer.ok) throw new Error(answer.error.code);
}

export async function paid(service: Payments, tenant: Tenant, orderId: string): Promise<Confirmation> {
  const confirmation = await authenticated(service, tenant, orderId);
  await confirm(service, tenant, confirmation);
  return confirmation;
}

/** Confirms payments that `prepare` creates, 16 at a time and one after the other, while other work runs. */
export function openTill(
  confirmNext: (confirmation: Confirmation) => Promise<void>,
  prepare: (count: number) => Promise<readonly Confirmation[]>,
) {
  const waiting: Confirmation[] = [];

  async function confirmWhile(goesOn: () => boolean, latencies: number[]): Promise<void> {
    while (goesOn()) {
      const next = waiting.pop();
      if (next === undefined) {
        waiting.push(...(await prepare(callers)));
        continue;
      }
      const start = performance.now();
      await confirmNext(next);
      latencies.push(performance.now() - start);
    }
  }

  return async <Done>(confirms: Confirms, work: () => Promise<Done>): Promise<Done> => {
    waiting.push(...(await prepare(ahead - waiting.length)));
    globalThis.gc?.();
    const pauses = monitorEventLoopDelay({ resolution: 1 });
    pauses.enable();
    const watch = setInterval(() => {
      confirms.peakBytes = Math.max(confirms.peakBytes, process.memoryUsage.rss());
    }, 20);
    const start = performance.now();
    let goesOn = true;
    const confirming = Array.from({ length: callers }, () => confirmWhile(() => goesOn, confirms.latencies));
    try {
      return await work();
    } finally {
      goesOn = false;
      await Promise.all(confirming);
      confirms.elapsedMs += performance.now() - start;
      clearInterval(watch);
      pauses.disable();
      confirms.longestPauseMs = Math.max(confirms.longestPauseMs, pauses.max / 1e6);
    }
  };
}

export interface Confirmation {
  readonly intentKey: string;
  readonly orderId: string;
  readonly amount: number;
}

const amount = 10_000;
const number = testCards.find(({ name }) => name === "kb")?.number ?? "";
const card = { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" };

/** This many payments of one merchant, one after the other. */
export async function manyAuthenticated(service: Payments, tenant: Tenant, count: number) {
  const confirmations: Confirmation[] = [];
  for (let index = 0; index < count; index += 1) {
    confirmations.push(await authenticated(service, tenant, `order-of-a-bench-${index}`));
  }
  return confirmations;
}

export async function newSession(service: Payments, tenant: Tenant, orderId: string) {
  const session = await service.sessions.create(tenant, {
    customerId: "c0a8-11e9-buyer",
    orderId,
    orderName: "Green tea",
    amount: { value: amount },
    successUrl: "https://shop.example/ok",
    failUrl: "https://shop.example/fail",
  });
  if (!session.ok) throw new Error(session.error.code);
  return session.value;
}

export async function authenticated(service: Payments, tenant: Tenant, orderId: string): Promise<Confirmation> {
  const { token } = await newSession(service, tenant, orderId);
  const next = await service.checkout.authenticate(token, card);
  if (!next.ok) throw new Error(next.error.code);
  const intentKey = new URL(next.value.redirectUrl).searchParams.get("intentKey") ?? "";
  return { intentKey, orderId, amount };
}
