import { availableParallelism } from "node:os";
import path from "node:path";
import { env } from "node:process";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests run from source: the packages' `source` export condition leads to their TypeScript. */
const fromSource = {
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  // A project's globalSetup runs in an environment of its own.
  environments: { __vitest__: { resolve: { conditions: ["source"], externalConditions: ["source"] } } },
};

const limitMs = env["TESTS"] === "long" ? 1_800_000 : 300_000;

const run = {
  // Many files mostly wait, for a browser, a process, a database: meanwhile others have the core.
  maxWorkers: availableParallelism() + 2,
  // Ends a test that hangs, also on a machine that does much else. Quick projects and tests set their own limits.
  testTimeout: limitMs,
  hookTimeout: limitMs,
  // The same for what is read until it holds.
  expect: { poll: { timeout: 60_000 } },
  env: {
    // A process that is started is ready in half the time when what it loads has been compiled before.
    NODE_COMPILE_CACHE: path.join(import.meta.dirname, "node_modules/.cache/compiled"),
    // The bundler and the compiler that tests start are written in Go, and need a quarter less time with more memory.
    GOGC: "800",
  },
};

/** The files of a worker share what they import, which is half of a short file's time. */
const sharing = { isolate: false };

/** Files that start programs, and open embedded databases only to look into them: see `program.ts`. */
const starting = { globalSetup: ["packages/check/src/programs.ts"], execArgv: ["--liftoff-only"] };

const browser = ["{packages,examples}/*/test/**/*.browser.test.ts"];
const crash = ["packages/*/test/**/*.crash.test.ts"];
const postgres = ["packages/store-postgres/src/**/*.test.ts"];
/** Files that start the command or an example. */
const process = ["packages/wonflow/test/**/*.test.ts", "examples/*/test/**/*.test.ts"];
const simulation = ["packages/{fuzz,simulate}/test/**/*.test.ts"];
/** Files that put another module in the place of one, which no other file may see. */
const replacing = ["packages/sandbox/src/journal/file-journal.test.ts"];

/** The long files come before the many short ones; seeds, which keep cores busy, not beside what waits for a server. */
const order = ["browser", "crash", "postgres", "process", "simulation", "unit"];

class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => order.indexOf(project.name);
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

// As no project has settings of its own for Vite, they share one server, so that a module is transformed once for all.
export default defineConfig({
  ...fromSource,
  test: {
    ...run,
    sequence: { sequencer: ByProject },
    globalSetup: [
      "packages/check/src/browser.ts",
      "packages/store-postgres/test/postgres-server-setup.ts",
      "packages/wonflow/test/run-folder.ts",
    ],
    projects: [
      { extends: true, test: { ...sharing, name: "browser", include: browser } },
      { extends: true, test: { ...starting, name: "crash", include: [...crash, ...replacing] } },
      { extends: true, test: { ...sharing, name: "postgres", include: postgres } },
      {
        extends: true,
        test: { ...sharing, ...starting, name: "process", include: process, exclude: [...browser, ...crash] },
      },
      { extends: true, test: { ...sharing, name: "simulation", include: simulation } },
      {
        extends: true,
        test: {
          ...sharing,
          name: "unit",
          // A test here computes, or asks an embedded database that its hooks opened: what takes longer hangs.
          // A machine that many share has stopped for ten seconds.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: ["{packages,examples}/*/{src,test}/**/*.test.ts"],
          exclude: [...[browser, crash, postgres, process, replacing, simulation].flat(), "**/node_modules/**"],
        },
      },
    ],
  },
});
