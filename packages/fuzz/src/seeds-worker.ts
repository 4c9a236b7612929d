import { parentPort } from "node:worker_threads";
import { runRow, type RowOfSeeds } from "./run-seed.ts";
import type { AnswerOfRow } from "./many-seeds.ts";

async function run(row: RowOfSeeds): Promise<AnswerOfRow> {
  try {
    return { tally: await runRow(row) };
  } catch (error) {
    return { error };
  }
}

// Runs each row of seeds that it receives and posts the result.
parentPort?.on("message", (row: RowOfSeeds) => void run(row).then((answer) => parentPort?.postMessage(answer)));
