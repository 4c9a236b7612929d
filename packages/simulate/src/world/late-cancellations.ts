import { parseTenantId } from "@wonflow/core";
import { seededRandom } from "../engine/random.ts";
import { attemptOf } from "./flagged.ts";
import type { OperatorOptions } from "./operator-options.ts";

/**
 * In some runs people enter a cancellation that arrived later than its network promises, and ended here as refused:
 * before the last look finds it, and from a page that they opened then, after it. It is booked once.
 */
export function enteringLate({ seed, only, networks, payments, store, trace }: OperatorOptions) {
  const random = seededRandom(seed, "late cancellations");
  const enters = only?.includes("operator") !== false && random.chance(0.7);
  const met = new Map<string, boolean>();
  return {
    async enterLate(): Promise<void> {
      if (!enters) return;
      for (const { tenant: name, key, cancellations } of networks.books.records()) {
        const tenant = parseTenantId(name);
        const late = cancellations.filter((each) => networks.books.tookEffectBeyond(name, each.key));
        for (const { key: cancellationKey, amount, canceledAt } of tenant === undefined ? [] : late) {
          const attempt = await attemptOf(store, name, cancellationKey);
          if (tenant === undefined || attempt?.kind !== "cancellation" || attempt.status !== "REFUSED") continue;
          const [id, isBefore] = [`${name} ${cancellationKey}`, attempt.lookUpAt !== null];
          if (met.get(id) === isBefore) continue;
          met.set(id, isBefore);
          if (random.chance(0.3)) continue;
          const at = new Date(canceledAt).toISOString();
          const evidence = { outcome: "canceled", amount, at, note: "the network's list" } as const;
          const said = await payments.attempts.resolve(tenant, key, evidence);
          trace.note("people", () => `enter ${cancellationKey}, which arrived late: ${JSON.stringify(said)}`);
        }
      }
    },
  };
}
