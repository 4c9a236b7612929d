/** Mutation testing of core's decisions and money: `npm run mutate -- payment`, see docs/mutation.md. */
export default {
  plugins: ["@stryker-mutator/vitest-runner", "./packages/check/src/mutation/left-out.mjs"],
  testRunner: "vitest",
  vitest: { configFile: "packages/check/src/mutation/core.config.mjs", related: false },
  ignorers: ["left-out"],
  // Stryker would rewrite tsconfig.json with an interface that TypeScript 7 does not have; no test needs it.
  ignorePatterns: ["/docs/screenshots", "/examples", "tsconfig*.json", ".wonflow"],
  concurrency: 1,
  // On a machine that is busy with other things a test is not to pass for one that never ends.
  timeoutMS: 20_000,
  incremental: true,
  reporters: ["progress-append-only", "clear-text"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
