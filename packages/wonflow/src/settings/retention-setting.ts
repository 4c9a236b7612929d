import type { RecordLifetimes } from "@wonflow/core";

/** Retention times in milliseconds; null to keep without limit. */
export type RetentionSettings = Partial<RecordLifetimes>;

type Change = (lifetimeMs: number | null) => RetentionSettings | undefined;

/** The interface promises to remember idempotency keys for 15 days; after a year no request is repeated. */
const idempotencyDays = { least: 15, most: 366 };

const changes = {
  "idempotency-keys": (lifetimeMs) => {
    const days = (lifetimeMs ?? Infinity) / dayMs;
    if (lifetimeMs === null || days < idempotencyDays.least || days > idempotencyDays.most) return undefined;
    return { idempotencyLifetimeMs: lifetimeMs };
  },
  "delivered-webhooks": (lifetimeMs) => ({ deliveredWebhookLifetimeMs: lifetimeMs }),
  "paid-identity": (lifetimeMs) => ({ paidIdentityLifetimeMs: lifetimeMs }),
  "unpaid-identity": (lifetimeMs) => ({ unpaidIdentityLifetimeMs: lifetimeMs }),
} as const satisfies Record<string, Change>;

export const retentionSyntax =
  "must be what differs from the usual, such as delivered-webhooks=180d,paid-identity=never: " +
  `of ${Object.keys(changes).join(", ")}, each once, 1d to 9999d or never; ` +
  `idempotency-keys from ${idempotencyDays.least}d to ${idempotencyDays.most}d`;

const changePattern = /^(?<name>[a-z-]+)=(?:(?<days>[1-9]\d{0,3})d|never)$/;

const dayMs = 24 * 60 * 60 * 1000;

/** Parses a text such as `delivered-webhooks=180d,paid-identity=never`; undefined for an invalid text. */
export function readRetention(text: string): RetentionSettings | undefined {
  const parts = text.split(",").map((part) => part.trim());
  const names = parts.map((part) => part.split("=")[0]);
  if (new Set(names).size < names.length) return undefined;
  let settings: RetentionSettings = {};
  for (const part of parts) {
    const { name = "", days } = changePattern.exec(part)?.groups ?? {};
    if (!isName(name)) return undefined;
    const change = changes[name](days === undefined ? null : Number(days) * dayMs);
    if (change === undefined) return undefined;
    settings = { ...settings, ...change };
  }
  return settings;
}

function isName(text: string): text is keyof typeof changes {
  return Object.hasOwn(changes, text);
}
