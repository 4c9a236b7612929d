import type { ProviderKey, TenantId } from "@wonflow/core";
import type { NiceAccount, NiceWindowMethod } from "@wonflow/nice-payments";
import { isOnThisMachine, type GatewayDefinition } from "./definition.ts";

const windowMethods = [
  "CARD",
  "KAKAOPAY",
  "NAVERPAY",
  "SAMSUNGPAY",
  "PAYCO",
  "TRANSFER",
] as const satisfies readonly NiceWindowMethod[];

export const nice: GatewayDefinition = {
  title: "NICE Payments",
  prefix: "WONFLOW_NICE",
  names: { service: "default", own: "own" },
  url: "https://api.nicepay.co.kr",
  windowMethods,
  // A net-cancel is possible for an hour; 0 would promise tombstones.
  settlesWithin: { usual: 15 * 60, most: 1_799 },
  problem({ url, keys }) {
    // It is the key of AES-256 too.
    if (keys.some(({ secret }) => secret.length !== 32)) {
      return "SECRET_KEY must have 32 characters; several are separated by commas";
    }
    // It approves whatever it is sent, and knows no cancellation in part.
    if (new URL(url).hostname === "sandbox-api.nicepay.co.kr") {
      return `URL must not be NICE's sandbox, which moves no money: use ${nice.url}`;
    }
    const isReal = keys.map(({ name }) => /^R\d_/.test(name));
    if (isOnThisMachine(url)) {
      return isReal.includes(true)
        ? "CLIENT_KEY must not be a real key (R1_, R2_) where WONFLOW_NICE_URL is an emulator on this machine"
        : undefined;
    }
    return keys.some(({ name }) => /^S\d_/.test(name))
      ? "CLIENT_KEY must not be of NICE's sandbox (S1_, S2_), which moves no money: use a real key (R1_, R2_)"
      : undefined;
  },
  async gateway({ keysOf, methods: named, ...options }) {
    const { nicePayments } = await import("@wonflow/nice-payments");
    const accountsOf = async (tenant: TenantId) => (await keysOf(tenant)).map(accountOf);
    const methods = named.flatMap((name) => windowMethods.filter((method) => method === name));
    return nicePayments({ ...options, accountsOf, ...(methods.length > 0 && { windowMethods: () => methods }) });
  },
  async feeds({ keys, url, clock }) {
    const { niceInstallmentFeed } = await import("@wonflow/nice-payments");
    return { PG_B: niceInstallmentFeed({ url, clock, accounts: () => keys.map(accountOf) }) };
  },
};

function accountOf({ name, secret }: ProviderKey): NiceAccount {
  return { clientKey: name, secretKey: secret };
}
