import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";

export const { values } = parseArgs({
  // pnpm hands on the separator that it was called with.
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    seeds: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    workers: { type: "string", default: String(availableParallelism()) },
    clients: { type: "string" },
    faults: { type: "string" },
    "in-order": { type: "boolean", default: false },
    bug: { type: "string" },
    trace: { type: "boolean", default: false },
    "find-bugs": { type: "boolean", default: false },
    new: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

export type CommandOptions = typeof values;
