import { decideAndCommit, changeRecord } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { ok, refuse } from "../../result.ts";
import { ownerOfToken, type Owner } from "../../engine/tenant/tenant.ts";
import { operatorLane, operatorRefOf, operatorRecord } from "./operator.ts";
import { operatorSessionRecord } from "./operator-session.ts";

const signedOut = ok({ signedOut: true as const });

export const signOutErrors = ["CONCURRENT_REQUEST"] as const;

export async function signOut(context: Context, token: string) {
  const owner = ownerOfToken(token);
  if (owner === undefined) return signedOut;
  const ref = operatorSessionRecord.ref(await context.vault.hash(token));
  const removed = await changeRecord(context, owner, {
    ref,
    change: (session) => (session === undefined ? [] : [operatorSessionRecord.remove(ref.id)]),
  });
  return removed.ok ? signedOut : removed;
}

export const signOutAllErrors = ["NOT_FOUND_OPERATOR", "CONCURRENT_REQUEST"] as const;

export function signOutAll(context: Context, tenant: Owner, name: string) {
  const generation = context.ids.random(21);
  return decideAndCommit(context, {
    tenant,
    lane: operatorLane(name),
    load: (read) => read(operatorRefOf(name)),
    decide: ([operator]) => {
      if (operator === undefined) return { answer: refuse("NOT_FOUND_OPERATOR") };
      return { answer: signedOut, changes: { writes: [operatorRecord.write({ ...operator, generation })] } };
    },
  });
}
