import { type Acknowledgment, acknowledgmentIn, type Projection } from "./invariant.ts";

/** Repeats of a success under its idempotency key count once. */
export const acknowledgments: Projection<Map<string, Acknowledgment>> = {
  start: () => new Map(),
  onAnswer(all, exchange) {
    const acknowledgment = acknowledgmentIn(exchange);
    if (acknowledgment === undefined) return;
    const { tenant, request, answer } = acknowledgment;
    const { idempotencyKey } = request;
    all.set(
      idempotencyKey === undefined ? `#${all.size}` : `${tenant} ${idempotencyKey} ${answer.text}`,
      acknowledgment,
    );
  },
};
