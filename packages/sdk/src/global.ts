import type { PaymentsSDK as ScriptGlobal } from "./loader.ts";

declare global {
  /**
   * The global of the script at `{sdk_url}/payments-sdk/v1` on the page that loads it. Import this module for its types
   * alone: it holds nothing else.
   *
   * @example
   * import "@wonflow/sdk/global";
   *
   * const sdk = window.PaymentsSDK.createSDK("test_ck_docs");
   */
  var PaymentsSDK: ScriptGlobal;
}
