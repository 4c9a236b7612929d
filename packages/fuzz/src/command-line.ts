import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";

export const { values } = parseArgs({
  // pnpm hands on the separator that it was called with.
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    requests: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    sequences: { type: "string" },
    workers: { type: "string", default: String(availableParallelism()) },
    bug: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

export type CommandOptions = typeof values;
