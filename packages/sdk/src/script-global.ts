import { createSDK as createSdkAt, type Sdk, type SdkOptions } from "./sdk.ts";

export { constants } from "./sdk.ts";
export { isPaymentsError, isUserCancel, PaymentsError } from "./payments-error.ts";

// Only while the script runs does the browser know which element it came from.
const { src = "" } = (document.currentScript ?? {}) as Partial<HTMLScriptElement>;
const [, baseUrl = ""] = /^(.*)\/payments-sdk\/v1/.exec(src) ?? [];

/** As in the npm package; the service's base address is that of this script, where no other is given. */
export function createSDK(clientKey: string, options?: SdkOptions): Sdk {
  return createSdkAt(clientKey, { baseUrl, ...options });
}
