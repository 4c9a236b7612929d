import { ok } from "@wonflow/core";
import { either, merchant, page, type Caller } from "./caller.ts";

const anyKey = either(page, merchant);

/** Card tables are no secrets, so anybody may look cards up, unless the service asks for a key. */
export const cardLookUp: Caller<object> = {
  ...anyKey,
  optional: true,
  limits: { ...anyKey.limits, address: "keylessByAddress" },
  identify: async (call) => (call.lookUpsNeedKey ? anyKey.identify(call) : ok({})),
};
