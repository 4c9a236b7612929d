import type { TenantId } from "@wonflow/core";
import { attempts } from "../attempt/records.ts";
import { cardKeyOf } from "../billing/records.ts";
import { firstProblem, type Invariant } from "../observation/invariant.ts";
import { nameOf } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { approvedMethods, intents } from "../payment/records.ts";
import { wasSent } from "./calls.ts";

const releasedWhenUnused: Invariant = {
  name: "no card is released while it is charged",
  always(observed) {
    const charged = new Map<string, string>();
    for (const intent of observed.of(intents).values()) {
      const { tenant, intentKey, status, openAttempt, methods } = intent;
      if (status !== "IN_PROGRESS" || openAttempt === null) continue;
      const approvals = approvedMethods(intent);
      for (const [index, method] of methods.entries()) {
        if (!mayCharge(observed, tenant, approvals[index]?.approvalKey ?? "")) continue;
        const key = cardKeyOf(method);
        if (key !== null) charged.set(nameOf({ tenant, key }), intentKey);
      }
    }
    if (charged.size === 0) return undefined;
    return firstProblem(observed.providers.cardTokens.records(), ({ tenant, key, state }) => {
      const intentKey = state === "RELEASED" ? charged.get(nameOf({ tenant, key })) : undefined;
      return intentKey && `${key} is released, and payment ${intentKey} is being charged with it`;
    });
  },
};

/** An approval that a paused process opened after its deadline is never sent. */
function mayCharge(observed: Observed, tenant: TenantId, approvalKey: string): boolean {
  const { deadline = Infinity } = observed.of(attempts).get(tenant, approvalKey) ?? {};
  return observed.now < deadline || wasSent(observed, tenant, approvalKey);
}

export const part: Part = { invariants: [releasedWhenUnused] };
