import type { GatewayContext } from "../../gateway/context.ts";
import { prepareIdempotency, type Requested, replay, type Replay } from "../../engine/idempotency/idempotency.ts";
import { ok, refuse } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { validate } from "../../engine/request/validate.ts";
import { storeNewSession, type CreateAnswer } from "./new-session.ts";
import { openCheckoutErrors } from "./open-checkout.ts";
import { createSessionSchema, type CreateSessionInput } from "./session-request.ts";

export const createSessionErrors = [
  ...openCheckoutErrors,
  "INVALID_METADATA",
  "INVALID_IDEMPOTENCY_KEY",
  "IDEMPOTENCY_KEY_REUSED",
  "KYC_NOT_AGREED",
] as const;

export async function createSession(
  context: GatewayContext,
  tenant: Tenant,
  { input, options = {} }: Requested<CreateSessionInput>,
) {
  const order = validate(createSessionSchema, input);
  if (!order.ok) return order;
  const request = await prepareIdempotency(context, ["create-session", order.value], options);
  if (!request.ok) return request;
  return storeNewSession(context, tenant, {
    order: order.value,
    openedBy: "server",
    request: request.value,
    rules({ merchant, record }) {
      const earlier = replay(request.value, record);
      if (earlier !== undefined) return "ok" in earlier ? earlier : sealedAnswer(earlier);
      if (order.value.kyc !== undefined && !merchant.contracts.kyc) return refuse("KYC_NOT_AGREED");
      return undefined;
    },
  });
}

/** A session is created in one commit, so its answer is stored with the idempotency key. */
function sealedAnswer(earlier: Replay) {
  if (!("answer" in earlier)) throw new Error("a session is remembered by an attempt");
  return ok<CreateAnswer>({ sealed: earlier.answer });
}
