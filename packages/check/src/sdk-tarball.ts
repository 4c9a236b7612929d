import type { Consumer } from "./consumer.ts";

const files = [
  "LICENSE",
  "README.md",
  "dist/display.d.ts",
  "dist/error-codes.d.ts",
  "dist/global.d.ts",
  "dist/global.js",
  "dist/index.d.ts",
  "dist/index.js",
  "dist/loader.d.ts",
  "dist/loader.js",
  "dist/order.d.ts",
  "dist/payments-error.d.ts",
  "dist/payments-error.js",
  "dist/payments-sdk.js",
  "dist/script.d.ts",
  "dist/script.js",
  "dist/sdk.d.ts",
  "package.json",
];

/** Code of a shop that uses all of it, under a compiler outside of this repository. */
const code = `
import "@wonflow/sdk/global";
import { createSDK, errorCodes, isPaymentsError, isUserCancel, type PaymentRequest, type PaymentUnderWay, type Sdk } from "@wonflow/sdk";
import { loadPaymentsSDK, type PaymentsSDK as Loaded } from "@wonflow/sdk/loader";
import { etag, integrity, script } from "@wonflow/sdk/script";

const order: PaymentRequest = {
  amount: { value: 10_000 }, orderId: "order-20261120-0001", orderName: "Green tea", successUrl: "/ok", failUrl: "/fail",
};
export const byScript: Sdk = window.PaymentsSDK.createSDK("test_ck_docs", { display: "overlay", language: "en" });
export const byPackage: Sdk = createSDK("test_ck_docs", { baseUrl: "https://pay.example" });
export const loaded: Promise<Loaded | null> = loadPaymentsSDK({ src: "https://pay.example/payments-sdk/v1" });
export const texts: readonly string[] = [etag, integrity, script, ...errorCodes];
export async function pay(): Promise<PaymentUnderWay> {
  try {
    return await PaymentsSDK.createSDK("test_ck_docs").payment({ customerId: "ANONYMOUS" }).requestPayment(order);
  } catch (error) {
    if (isPaymentsError(error) && !isUserCancel(error)) alert(error.message + error.hint);
    throw error;
  }
}
// @ts-expect-error a key is a text
PaymentsSDK.createSDK(1);
// @ts-expect-error the script has nothing else
void PaymentsSDK.errorCodes;
`;

export const sdkConsumer: Consumer = { files, code, lib: ["es2020", "dom"] };
