import { monitorEventLoopDelay } from "node:perf_hooks";

import type { Payments, Tenant } from "@wonflow/core";

import { authenticated, type Confirmation } from "./authenticated.ts";

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
