import { decideAndCommit, changeRecord } from "../engine/commit/commit.ts";
import type { Context } from "../context.ts";
import { ok, refuseField, type Result } from "../result.ts";
import { platform, tenantId, type Mode } from "../engine/tenant/tenant.ts";
import { settlementScheduleRecord, settlementScheduleRef } from "../ledger/earning/earning.ts";
import { validate } from "../engine/request/validate.ts";
import { logoRecord, logoRef } from "./look.ts";
import {
  merchantIndexRecord,
  merchantRecord,
  merchantRef,
  merchantSchema,
  type Merchant,
  type MerchantInput,
  type RegisteredMerchant,
} from "./merchant.ts";

/** The names of the gateways that this process has bound. */
export interface BoundGateways {
  readonly gateways: Readonly<Record<Mode, Pick<ReadonlyMap<string, unknown>, "has" | "keys" | "size">>>;
}

export const registerMerchantErrors = ["INVALID_REQUEST", "CONCURRENT_REQUEST"] as const;

/**
 * Registers a merchant, or changes it. The entry in the list of merchants is committed first, as one change set cannot
 * touch two tenants. A process that dies in between leaves an entry without a merchant; registering again completes it.
 */
export async function registerMerchant(context: Context & BoundGateways, input: MerchantInput) {
  // The answer of `get` can be registered again; a suspension is unchanged.
  const { suspended: _suspended, ...given }: MerchantInput & { readonly suspended?: unknown } = input;
  const merchant = validate(merchantSchema, given);
  if (!merchant.ok) return merchant;
  const { mode, gateway } = merchant.value;
  const bound = context.gateways[mode];
  // A process without gateways, such as a command, can't know the names.
  if (gateway !== null && bound.size > 0 && !bound.has(gateway)) {
    const problem = `must be the name of a gateway that is bound in ${mode} mode: ${[...bound.keys()].join(", ")}`;
    return refuseField("INVALID_REQUEST", "gateway", problem);
  }
  const listed = await listMerchant(context, merchant.value);
  return listed.ok ? storeMerchant(context, merchant.value) : listed;
}

function listMerchant(context: Context, { mId, mode }: Registering) {
  const ref = merchantIndexRecord.ref(tenantId({ mId, mode }));
  return changeRecord(context, platform, {
    ref,
    lane: `merchant ${ref.id}`,
    change: (entry) => (entry === undefined ? [merchantIndexRecord.make({ mId, mode })] : []),
  });
}

type Registering = Omit<RegisteredMerchant, "suspended">;

function storeMerchant(
  context: Context,
  registering: Registering,
): Promise<Result<RegisteredMerchant, "CONCURRENT_REQUEST">> {
  const { logo, ...merchant } = registering;
  return decideAndCommit(context, {
    tenant: merchant,
    lane: "merchant",
    load: (read) => read(merchantRef, logoRef, settlementScheduleRef),
    decide: ([registered, look, schedule], now) => {
      // A program that registers its merchant at each start must not resume it.
      const suspended = registered?.suspended ?? null;
      const answer = ok({ ...registering, suspended });
      const contracts = { ...registered?.contracts, ...merchant.contracts };
      const webhookEvents = registered?.webhookEvents ?? [];
      const next: Merchant = { ...registered, ...merchant, contracts, webhookEvents, suspended };
      const same = JSON.stringify(registered) === JSON.stringify(next);
      const writes = [
        ...(same ? [] : [merchantRecord.write({ ...next })]),
        ...(logo === (look?.logo ?? null) ? [] : [logoRecord.write("self", { ...look, logo })]),
        ...(schedule === undefined
          ? [settlementScheduleRecord.make(settlementScheduleRef.id, {}, { dueAt: now })]
          : []),
      ];
      return writes.length === 0 ? { answer } : { answer, changes: { writes } };
    },
  });
}
