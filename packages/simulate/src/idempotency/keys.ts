import type { TenantId } from "@wonflow/core";
import { idempotencyRecord } from "@wonflow/core/records";
import type { z } from "zod";
import { attempts, isRelease } from "../attempt/records.ts";
import { type Acknowledgment, acknowledgmentIn, type Arrival, type Projection } from "../observation/invariant.ts";
import { writesOf } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";

interface KeyHistory {
  remembered: z.output<typeof idempotencyRecord.schema> | undefined;
  /** Since the key was last purged. */
  acknowledged: Acknowledgment | undefined;
  timesPurged: number;
  purged: { readonly at: number; readonly forgetAt: number } | undefined;
}

export type RememberedAnswer = ({ readonly text: string } | { readonly code: string }) & { readonly forgetAt: number };

interface KeyAtArrival extends Readonly<Pick<KeyHistory, "acknowledged" | "timesPurged">> {
  readonly remembered: RememberedAnswer | undefined;
}

export interface IdempotencyKeys {
  readonly histories: Map<string, KeyHistory>;
  readonly atArrival: WeakMap<Arrival, KeyAtArrival>;
}

const unused: Readonly<KeyHistory> = {
  remembered: undefined,
  acknowledged: undefined,
  timesPurged: 0,
  purged: undefined,
};

export const idempotencyKeys: Projection<IdempotencyKeys> = {
  start: () => ({ histories: new Map(), atArrival: new WeakMap() }),
  onCommit({ histories }, changeSet) {
    for (const { name, body } of writesOf(idempotencyRecord, changeSet)) {
      const before = histories.get(name) ?? unused;
      const isPurged = body === null || body.fingerprint === "";
      histories.set(name, isPurged ? purge(before, changeSet.at) : { ...before, remembered: body });
    }
  },
  onArrival({ histories, atArrival }, arrival, observed) {
    const { idempotencyKey } = arrival.request;
    if (idempotencyKey === undefined) return;
    const { acknowledged, timesPurged } = histories.get(`${arrival.tenant} ${idempotencyKey}`) ?? unused;
    const remembered = rememberedAnswer(observed, arrival.tenant, idempotencyKey);
    atArrival.set(arrival, { remembered, acknowledged, timesPurged });
  },
  onAnswer({ histories }, exchange, observed) {
    const acknowledgment = acknowledgmentIn(exchange);
    const { idempotencyKey } = exchange.arrival.request;
    if (acknowledgment === undefined || idempotencyKey === undefined || wasPurged(observed, exchange.arrival)) return;
    const history = histories.get(`${acknowledgment.tenant} ${idempotencyKey}`) ?? unused;
    if (history.acknowledged !== undefined) return;
    histories.set(`${acknowledgment.tenant} ${idempotencyKey}`, { ...history, acknowledged: acknowledgment });
  },
};

function purge(history: Readonly<KeyHistory>, at: number): KeyHistory {
  if (history.remembered === undefined) return { ...history, acknowledged: undefined };
  return {
    remembered: undefined,
    acknowledged: undefined,
    timesPurged: history.timesPurged + 1,
    purged: { at, forgetAt: history.remembered.forgetAt },
  };
}

export function keyHistory(observed: Observed, tenant: TenantId, idempotencyKey: string): Readonly<KeyHistory> {
  return observed.of(idempotencyKeys).histories.get(`${tenant} ${idempotencyKey}`) ?? unused;
}

export function keyAtArrival(observed: Observed, arrival: Arrival): KeyAtArrival | undefined {
  return observed.of(idempotencyKeys).atArrival.get(arrival);
}

/** By now the key belongs to another request. */
export function wasPurged(observed: Observed, arrival: Arrival): boolean {
  const { tenant, request } = arrival;
  const before = keyAtArrival(observed, arrival);
  if (before === undefined || request.idempotencyKey === undefined) return false;
  return keyHistory(observed, tenant, request.idempotencyKey).timesPurged !== before.timesPurged;
}

function rememberedAnswer(observed: Observed, tenant: TenantId, idempotencyKey: string): RememberedAnswer | undefined {
  const { remembered } = keyHistory(observed, tenant, idempotencyKey);
  const attempt = remembered?.attempt == null ? undefined : observed.of(attempts).get(tenant, remembered.attempt);
  if (remembered === undefined || attempt === undefined) return undefined;
  if (attempt.kind === "reversal" || isRelease(attempt)) return undefined;
  if (attempt.answer === null) return undefined;
  const { answer } = attempt;
  const { forgetAt } = remembered;
  return answer.ok ? { text: JSON.stringify(answer.value), forgetAt } : { code: answer.error.code, forgetAt };
}

export const part: Part = { projections: [idempotencyKeys] };
