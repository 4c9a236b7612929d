import { expect, test } from "vitest";

import { publicUrlOf, readEnvironment, warningsAbout } from "./environment.ts";

test("without settings: this machine, port 4242, the folder .wonflow", () => {
  expect(readEnvironment({}, "development")).toEqual({
    mode: "development",
    port: 4242,
    host: "127.0.0.1",
    dataDir: ".wonflow",
    databaseUrl: undefined,
    publicUrl: undefined,
    cardLookUps: "anybody",
    sandbox: true,
    stopMs: 10_000,
    secrets: [],
  });
});

test("every setting", () => {
  const variables = {
    WONFLOW_MODE: "production",
    PORT: "80",
    HOST: "10.0.0.1",
    WONFLOW_DATA: "/data",
    DATABASE_URL: "postgres://db/wonflow",
    WONFLOW_URL: "https://pay.example/",
    WONFLOW_CARD_LOOKUPS: "key",
    WONFLOW_SANDBOX: "on",
    WONFLOW_STOP_SECONDS: "25",
    WONFLOW_SECRET: `${"n".repeat(32)}, ${"o".repeat(32)}`,
  };
  expect(readEnvironment(variables, "development")).toEqual({
    mode: "production",
    port: 80,
    host: "10.0.0.1",
    dataDir: "/data",
    databaseUrl: "postgres://db/wonflow",
    publicUrl: "https://pay.example",
    cardLookUps: "key",
    sandbox: true,
    stopMs: 25_000,
    secrets: ["n".repeat(32), "o".repeat(32)],
  });
});

test.each([
  [{ WONFLOW_MODE: "staging" }, "WONFLOW_MODE must be development or production"],
  [{ PORT: "http" }, "PORT must be a number from 0 to 65535"],
  [{ PORT: "65536" }, "PORT must be a number from 0 to 65535"],
  [{ WONFLOW_URL: "pay.example" }, "WONFLOW_URL must be an http or https URL"],
  [{ WONFLOW_CARD_LOOKUPS: "yes" }, "WONFLOW_CARD_LOOKUPS must be anybody or key"],
  [{ WONFLOW_SANDBOX: "yes" }, "WONFLOW_SANDBOX must be on or off"],
  [{ WONFLOW_STOP_SECONDS: "-1" }, "WONFLOW_STOP_SECONDS must be a number of seconds from 0 to 999"],
  [{ WONFLOW_SECRET: "short" }, "WONFLOW_SECRET must have at least 32 characters"],
  [{ WONFLOW_MODE: "production" }, "WONFLOW_SECRET must be set in production"],
])("%j", (variables, message) => {
  expect(() => readEnvironment(variables, "development")).toThrow(message);
});

test("an empty setting counts as not set", () => {
  expect(readEnvironment({ PORT: "", DATABASE_URL: " " }, "development")).toMatchObject({
    port: 4242,
    databaseUrl: undefined,
  });
});

const production = { WONFLOW_MODE: "production", WONFLOW_SECRET: "s".repeat(32) };

test("production needs an address, and has the sandbox only where it is asked for", () => {
  const environment = readEnvironment(production, "development");
  expect(environment.sandbox).toBe(false);
  expect(() => publicUrlOf(environment)).toThrow("WONFLOW_URL must be set in production");
  const asked = readEnvironment(
    { ...production, WONFLOW_URL: "https://pay.example", WONFLOW_SANDBOX: "on" },
    "development",
  );
  expect([asked.sandbox, publicUrlOf(asked)]).toEqual([true, "https://pay.example"]);
});

test.each([
  [{}, []],
  [production, ["The embedded database", "No live payments", "No test payments"]],
  [{ ...production, DATABASE_URL: "postgres://db/wonflow" }, ["No live payments", "No test payments"]],
  [{ ...production, DATABASE_URL: "postgres://db/wonflow", WONFLOW_SANDBOX: "on" }, ["No live payments"]],
])("warnings about %j", (variables, warnings) => {
  const given = warningsAbout(readEnvironment(variables, "development"));
  expect(given).toEqual(warnings.map((beginning) => expect.stringContaining(beginning)));
});
