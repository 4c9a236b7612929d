// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type * as loader from "./loader.ts";

const src = "https://pay.example/payments-sdk/v1";
const sdk = { createSDK: () => {} };

let loadPaymentsSDK: typeof loader.loadPaymentsSDK;
let added: HTMLScriptElement[];

beforeEach(async () => {
  vi.resetModules();
  ({ loadPaymentsSDK } = await import("./loader.ts"));
  added = [];
  vi.spyOn(document.head, "append").mockImplementation((script) => {
    added.push(script as HTMLScriptElement);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The script that was added last arrives, with its global or without. */
function arrive(global?: object) {
  if (global !== undefined) vi.stubGlobal("PaymentsSDK", global);
  added.at(-1)?.dispatchEvent(new Event(global === undefined ? "error" : "load"));
}

describe("the loader", () => {
  test("returns null on a server", async () => {
    vi.stubGlobal("document", undefined);
    await expect(loadPaymentsSDK({ src })).resolves.toBeNull();
  });

  test("adds one script for concurrent and later calls", async () => {
    const first = loadPaymentsSDK({ src, nonce: "n-1" });
    const second = loadPaymentsSDK({ src });
    expect(added.map((script) => [script.src, script.nonce])).toEqual([[src, "n-1"]]);
    arrive(sdk);
    expect(await first).toBe(sdk);
    expect(await second).toBe(sdk);
    expect(await loadPaymentsSDK({ src })).toBe(sdk);
    expect(added).toHaveLength(1);
  });

  test("asks for an exact version as its hash needs it", () => {
    void loadPaymentsSDK({ src, integrity: "sha384-x" });
    expect(added.map((script) => [script.integrity, script.crossOrigin])).toEqual([["sha384-x", "anonymous"]]);
  });

  test("takes the script that the page has loaded itself", async () => {
    vi.stubGlobal("PaymentsSDK", sdk);
    expect(await loadPaymentsSDK({ src })).toBe(sdk);
    expect(added).toHaveLength(0);
  });

  test.each([
    ["does not arrive", "error"],
    ["is something else", "load"],
  ])("discards a script that %s, and tries again", async (_, event) => {
    const both = [loadPaymentsSDK({ src }), loadPaymentsSDK({ src })];
    const removed = vi.spyOn(added[0] ?? document.body, "remove");
    added[0]?.dispatchEvent(new Event(event));
    for (const failed of both)
      await expect(failed).rejects.toMatchObject({ code: "SCRIPT_NOT_LOADED", retryable: true });
    expect(removed).toHaveBeenCalledOnce();
    const again = loadPaymentsSDK({ src });
    expect(added).toHaveLength(2);
    arrive(sdk);
    expect(await again).toBe(sdk);
  });

  test("says to buyers what to do in the browser's language, and to developers where to look", async () => {
    for (const [language, message] of [
      ["ko-KR", "인터넷 연결을 확인하고 다시 시도해 주세요."],
      ["en-US", "Check your connection and try again."],
    ] as const) {
      vi.stubGlobal("navigator", { language });
      const failed = loadPaymentsSDK({ src });
      arrive();
      await expect(failed).rejects.toMatchObject({ message, hint: expect.stringContaining("script-src") });
    }
  });
});
