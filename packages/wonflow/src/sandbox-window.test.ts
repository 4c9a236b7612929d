import { expect, test } from "vitest";
import { sandboxWindowUrl } from "./sandbox-window.ts";
import { readEnvironment } from "./settings/environment.ts";

const production = { WONFLOW_MODE: "production", WONFLOW_SECRET: "n".repeat(32), PORT: "80" };

test.each([
  [{}, "http://127.0.0.1:5000/sandbox/window"],
  [{ HOST: "::1" }, "http://[::1]:5000/sandbox/window"],
  [{ WONFLOW_URL: "http://localhost:4242" }, "http://127.0.0.1:4242/sandbox/window"],
  [{ WONFLOW_URL: "http://127.0.0.1:4242/pay/" }, "http://localhost:4242/pay/sandbox/window"],
  [{ ...production, WONFLOW_URL: "http://localhost" }, "http://127.0.0.1/sandbox/window"],
  [{ WONFLOW_SANDBOX_WINDOW_URL: "https://sandbox.example/pay/" }, "https://sandbox.example/pay/sandbox/window"],
  // A proxy in front may answer for one name alone.
  [{ WONFLOW_URL: "http://localhost:8080" }, undefined],
  [{ WONFLOW_URL: "https://localhost:4242" }, undefined],
  [{ ...production, WONFLOW_URL: "https://pay.example" }, undefined],
] as const)("with %j the sandbox's window is at %s", (variables, url) => {
  const listening = () => 5000;
  expect(sandboxWindowUrl(readEnvironment(variables, "development"), listening)?.()).toBe(url);
});
