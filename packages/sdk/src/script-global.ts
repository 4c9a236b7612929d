import { createSDK as createSdkAt, type Sdk, type SdkOptions } from "./sdk.ts";

export { constants } from "./sdk.ts";
export { isPaymentsError, isUserCancel, PaymentsError } from "./payments-error.ts";

// The browser knows the script's element only while the script runs.
const { src = "" } = (document.currentScript ?? {}) as Partial<HTMLScriptElement>;
const [, baseUrl = ""] = /^(.*)\/payments-sdk\/v1/.exec(src) ?? [];

/** As in the npm package; the script's own address gives the service's base address by default. */
export function createSDK(clientKey: string, options?: SdkOptions): Sdk {
  return createSdkAt(clientKey, { baseUrl, ...options });
}
