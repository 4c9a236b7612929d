import { ok } from "@wonflow/core";
import { either, merchant, page, type Caller } from "./caller.ts";

const anyKey = either(page, merchant);

/** Card tables are public, so anyone may query them, unless the service requires a key. */
export const cardLookUp: Caller<object> = {
  ...anyKey,
  optional: true,
  limits: { ...anyKey.limits, address: "keylessByAddress" },
  identify: async (call) => (call.lookUpsNeedKey ? anyKey.identify(call) : ok({})),
};
