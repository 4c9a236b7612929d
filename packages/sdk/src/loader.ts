import type * as everything from "./index.ts";
import { PaymentsError } from "./payments-error.ts";

/** The script's global `PaymentsSDK`. */
export type PaymentsSDK = Pick<
  typeof everything,
  "constants" | "createSDK" | "isPaymentsError" | "isUserCancel" | "PaymentsError"
>;

interface ScriptSource {
  /** The script's address: `{sdk_url}/payments-sdk/v1`. */
  readonly src: string;
  /** The nonce for a Content-Security-Policy that needs one. */
  readonly nonce?: string;
  /** The hash of an exact version, `{sdk_url}/payments-sdk/v1.0.0/payments.js`: no other script runs. */
  readonly integrity?: string;
}

let loading: Promise<PaymentsSDK> | undefined;

/**
 * Loads the SDK's script, once for all calls, and returns its global; null on a server. After a failure the next call
 * tries again.
 *
 * Errors: `SCRIPT_NOT_LOADED`, which is retryable.
 *
 * @example
 * const PaymentsSDK = await loadPaymentsSDK({ src: "https://pay.example/payments-sdk/v1" });
 * const sdk = PaymentsSDK?.createSDK("test_ck_docs");
 */
export async function loadPaymentsSDK(source: ScriptSource): Promise<PaymentsSDK | null> {
  if (typeof document === "undefined") return null;
  loading ??= (async () => globalOf() ?? inject(source))();
  try {
    return await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

function globalOf(): PaymentsSDK | undefined {
  return (window as { readonly PaymentsSDK?: PaymentsSDK }).PaymentsSDK;
}

function inject({ src, nonce = "", integrity }: ScriptSource): Promise<PaymentsSDK> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), {
      src,
      nonce,
      ...(integrity === undefined ? {} : { integrity, crossOrigin: "anonymous" }),
    });
    const ended = (cause: unknown) => {
      const loaded = globalOf();
      if (loaded !== undefined) return resolve(loaded);
      script.remove();
      const message = /^en/i.test(navigator.language)
        ? "Check your connection and try again."
        : "인터넷 연결을 확인하고 다시 시도해 주세요.";
      const hint = "The payment script did not load: check src, integrity, the connection and script-src of your CSP.";
      reject(new PaymentsError("SCRIPT_NOT_LOADED", message, { hint, retryable: true, cause }));
    };
    script.onload = ended;
    script.onerror = ended;
    document.head.append(script);
  });
}
