import { errorCatalog } from "@wonflow/core";
import { describe, expect, test } from "vitest";

import { errorCodes, textOf, type OwnCode } from "./error-codes.ts";

/** Found out in the page, where the service has no say. */
const ofThePage: readonly string[] = [
  "SECRET_KEY_IN_BROWSER",
  "INVALID_CLIENT_KEY",
  "INVALID_BASE_URL",
  "NOT_IN_BROWSER",
  "CHECKOUT_ALREADY_OPEN",
  "CHECKOUT_IN_FRAME",
  "MISSING_FIELD",
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

  test.each(["SECRET_KEY_IN_BROWSER", "NETWORK_ERROR", "INVALID_AMOUNT", "PAY_PROCESS_CANCELED"] as const)(
    "%s has a text in both languages",
    (code: OwnCode) => {
      expect(textOf(code, "ko")).toMatch(/[가-힣]/);
      expect(textOf(code, "en")).toMatch(/^[\x20-\x7e]+$/);
    },
  );
});
