import { isConcluded } from "../../engine/attempt/attempt.ts";
import { changeRecord, loadOnce } from "../../engine/commit/commit.ts";
import { modes, parseTenantId, type Mode, type Tenant } from "../../engine/tenant/tenant.ts";
import type { GatewayContext } from "../../gateway/context.ts";
import type { Gateway, NotificationHint, NotificationReply, ProviderNotification } from "../../gateway/gateway.ts";
import { ok, refuse } from "../../result.ts";
import { lookSooner } from "../confirm/message-look-up.ts";
import { paymentOfKey, paymentOfOpening } from "../intent/attempt-keys.ts";
import { windowRecord } from "./window-attempt.ts";

export const notifiedErrors = ["NOT_FOUND_PATH", "FORBIDDEN_REQUEST"] as const;

/** A message that names more payments is not one of a provider. */
const mostKeys = 20;

const noReply: NotificationReply = { contentType: "text/plain", body: "" };

/**
 * Takes a provider's message. One address serves both modes, as a key contains its mode. What the message names is
 * looked up sooner; a lost or forged message costs nothing but that.
 */
export async function receiveNotification(context: GatewayContext, name: string, notification: ProviderNotification) {
  const readers = modes.flatMap((mode) => {
    const gateway = context.gateways[mode].get(name);
    return gateway?.readNotification === undefined ? [] : [{ mode, gateway }];
  });
  if (readers.length === 0) return refuse("NOT_FOUND_PATH");
  let reply: NotificationReply | undefined;
  for (const { mode, gateway } of readers) {
    const hint = await read(context, gateway, { name, notification });
    if (hint.outcome === "forged") continue;
    reply = hint.reply ?? reply ?? noReply;
    for (const key of hint.keys.slice(0, mostKeys)) await lookSoon(context, { mode, gateway: name, key }, hint);
  }
  return reply === undefined ? refuse("FORBIDDEN_REQUEST") : ok(reply);
}

/** An adapter that fails to read a message has read none. */
async function read(
  context: GatewayContext,
  gateway: Gateway,
  { name, notification }: { readonly name: string; readonly notification: ProviderNotification },
): Promise<NotificationHint> {
  try {
    return (await gateway.readNotification?.(notification)) ?? { outcome: "forged" };
  } catch (error) {
    context.notify({ kind: "provider-threw", attempt: `notification-${name}`, error });
    return { outcome: "forged" };
  }
}

type LookAt = Extract<NotificationHint, { readonly outcome: "look-at" }>;

interface Hinted {
  readonly mode: Mode;
  readonly gateway: string;
  readonly key: string;
}

async function lookSoon(context: GatewayContext, hinted: Hinted, { tenant, remainingAmount }: LookAt): Promise<void> {
  const { mode, gateway, key } = hinted;
  const opened = paymentOfOpening(key);
  const intentKey = opened?.intentKey ?? paymentOfKey(key);
  const owner = opened?.tenant ?? (tenant === undefined ? undefined : parseTenantId(tenant));
  if (intentKey === undefined || owner?.mode !== mode) return;
  if (opened !== undefined) {
    const [opening] = await loadOnce(context, owner, (read) => read(windowRecord.ref(key)));
    if (opening?.gateway !== gateway) return;
    if (opening.status !== "DONE") return lookAtOpening(context, owner, key);
  }
  await lookSooner(context, owner, { intentKey, gateway, key, remainingAmount });
}

/** An opening is asked about at once; its gateway may answer that the buyer is still there. */
async function lookAtOpening(context: GatewayContext, tenant: Tenant, key: string): Promise<void> {
  await changeRecord(context, tenant, {
    ref: windowRecord.ref(key),
    change(attempt, now) {
      if (attempt === undefined || isConcluded(attempt) || attempt.open === null) return [];
      return attempt.lookUpAt !== null && attempt.lookUpAt <= now
        ? []
        : [windowRecord.write({ ...attempt, lookUpAt: now })];
    },
  });
}
