import { parentPort } from "node:worker_threads";
import { z } from "zod";
import { runSeeds } from "./seeds.ts";

const rangeSchema = z.object({ from: z.number(), seeds: z.number(), bug: z.string().optional() });

/** Runs the rows of seeds that it is sent, and answers what came of each. */
parentPort?.on("message", (message: unknown) => {
  void runSeeds(rangeSchema.parse(message)).then((tally) => parentPort?.postMessage(tally));
});
