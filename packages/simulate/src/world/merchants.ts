import {
  createPayments,
  documentationKeys,
  documentationMerchant,
  type PaymentsOptions,
  type Settings,
} from "@wonflow/core";
import type { Merchant } from "../client/client.ts";

/** Registers two merchants, before anything can fail: the one of the documentation, and one with a key of its own. */
export async function registerMerchants(
  ports: Pick<PaymentsOptions, "store" | "vault" | "ids" | "clock"> & { readonly settings: Settings },
): Promise<readonly Merchant[]> {
  const payments = createPayments({ ...ports, cardNetworks: {} });
  await payments.merchants.register(documentationMerchant);
  const other = { mId: 7, mode: "test" } as const;
  await payments.merchants.register({ ...other, name: "Corner Shop", feeRate: "2.85", maxAmount: 900_000 });
  const issued = await payments.keys.issue(other, "secret");
  if (!issued.ok) throw new Error("a key could not be issued");
  return [
    { tenant: "1:test", authorization: `Basic ${btoa(`${documentationKeys.secret}:`)}` },
    { tenant: "7:test", authorization: `Basic ${btoa(`${issued.value.key}:`)}` },
  ];
}
