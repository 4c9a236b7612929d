/**
 * Node.js itself crashes now and then where it compiles PGlite's WebAssembly (nodejs/node#64500): about once in some
 * thousand openings, with one of these signals. No code of this repository can raise them.
 */
const ofTheEngine = ["SIGTRAP", "SIGSEGV", "SIGILL", "SIGBUS"].join("|");

const crash = new RegExp(
  `Worker exited unexpectedly with signal (?:${ofTheEngine}) during \\w+ state while running test file (\\S+)`,
  "g",
);

/**
 * The test files whose worker the engine has taken with it, out of what vitest printed. None where anything else went
 * wrong outside of a test: then the run has failed.
 */
export function filesOfCrashedEngine(printed: string): readonly string[] {
  const files = [...printed.matchAll(crash)].flatMap(([, file = ""]) => file);
  const errors = /^ +Errors +(\d+) error/m.exec(printed)?.[1];
  return Number(errors) === files.length ? [...new Set(files)] : [];
}
