import type { Answer, SentRequest } from "./exchange.ts";

/** One success that a client was told of. */
export interface Success {
  readonly request: SentRequest;
  readonly answer: Answer;
}

/** What clients were told, which must never be untrue again. */
export interface Acknowledged {
  /** Every success of a request that changes something. One under an idempotency key counts once. */
  successes(): readonly Success[];
  /** The first success under an idempotency key of a merchant. */
  under(tenant: string, idempotencyKey: string): Success | undefined;
  enter(tenant: string, success: Success): void;
  /** The service has forgotten a key in due time: from now on it stands for something else. */
  forget(tenantAndKey: string): void;
}

export function openAcknowledged(): Acknowledged {
  const all: Success[] = [];
  const byKey = new Map<string, Success>();
  return {
    successes: () => all,
    under: (tenant, idempotencyKey) => byKey.get(`${tenant} ${idempotencyKey}`),
    enter(tenant, success) {
      const { idempotencyKey } = success.request;
      if (idempotencyKey === undefined) {
        all.push(success);
        return;
      }
      const key = `${tenant} ${idempotencyKey}`;
      if (byKey.has(key)) return;
      byKey.set(key, success);
      all.push(success);
    },
    forget(tenantAndKey) {
      byKey.delete(tenantAndKey);
    },
  };
}
