const day = 24 * 60 * 60_000;

/** How long records are kept, in milliseconds; null: permanently. */
export interface RecordLifetimes {
  /** How long an idempotency key is remembered. */
  readonly idempotencyLifetimeMs: number;
  /** How long a delivered webhook is kept after its last try. */
  readonly deliveredWebhookLifetimeMs: number | null;
  /** How long a payer's identity data is kept after the last movement of the payment's money. */
  readonly paidIdentityLifetimeMs: number | null;
  /** How long it is kept after the end of a checkout without a payment. */
  readonly unpaidIdentityLifetimeMs: number | null;
}

export const defaultLifetimes: RecordLifetimes = {
  idempotencyLifetimeMs: 15 * day,
  deliveredWebhookLifetimeMs: 90 * day,
  // Five years, with up to two leap days.
  paidIdentityLifetimeMs: 1827 * day,
  // The law gives five days after the purpose has ended, and the daily round of all merchants takes one more.
  unpaidIdentityLifetimeMs: 3 * day,
};

/** Throws a `RangeError` that names an invalid lifetime. */
export function checkLifetimes(lifetimes: RecordLifetimes): void {
  for (const name of Object.keys(defaultLifetimes) as (keyof RecordLifetimes)[]) {
    const lifetime: unknown = lifetimes[name];
    if (lifetime === null && name !== "idempotencyLifetimeMs") continue;
    if (Number.isSafeInteger(lifetime) && Number(lifetime) > 0) continue;
    const never = name === "idempotencyLifetimeMs" ? "" : ", or null to keep it without limit";
    throw new RangeError(
      `settings.${name} must be a whole number of milliseconds above 0${never}: ${String(lifetime)}`,
    );
  }
}
