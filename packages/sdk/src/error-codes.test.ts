import { errorCatalog } from "@wonflow/core";
import { describe, expect, test } from "vitest";

import { errorCodes, hintOf, textOf } from "./error-codes.ts";

/** Found out in the page, where the service has no say. */
const ofThePage: readonly string[] = [
  "SECRET_KEY_IN_BROWSER",
  "INVALID_CLIENT_KEY",
  "INVALID_BASE_URL",
  "NOT_IN_BROWSER",
  "CHECKOUT_ALREADY_OPEN",
  "CHECKOUT_IN_FRAME",
  "MISSING_FIELD",
  "UNKNOWN_FIELD",
  "NETWORK_ERROR",
  "UNEXPECTED_RESPONSE",
  "SCRIPT_NOT_LOADED",
];

describe("the codes", () => {
  test("are listed once each", () => {
    expect(new Set(errorCodes).size).toBe(errorCodes.length);
  });

  test.each(errorCodes.filter((code) => !ofThePage.includes(code)))("%s means what it means at the service", (code) => {
    expect(Object.keys(errorCatalog)).toContain(code);
  });

  test.each(errorCodes)("%s has a message for buyers in both languages, without developers' terms", (code) => {
    for (const retryable of [true, false]) {
      const [ko, en] = [textOf(code, "ko", retryable), textOf(code, "en", retryable)];
      expect(ko).toMatch(/^[가-힣 ,]+요\.( [가-힣 ,]+요\.)*$/);
      expect(en).toMatch(/^[A-Za-z' ,]+\.( [A-Za-z' ,]+\.)*$/);
      expect(`${ko} ${en}`).not.toMatch(/CSP|key|baseUrl|server|[A-Z]{3}/);
    }
  });

  test("only what may succeed again asks to try again", () => {
    expect(textOf("STORE_UNAVAILABLE", "en", true)).toContain("try again");
    expect(textOf("UNAUTHORIZED_KEY", "en", false)).not.toContain("again");
  });

  test("what the SDK finds wrong itself is hinted at for developers", () => {
    expect(hintOf("SECRET_KEY_IN_BROWSER")).toContain("secret key");
    expect(hintOf("NETWORK_ERROR")).toContain("connect-src");
  });
});
