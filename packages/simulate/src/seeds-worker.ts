import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { plantInCore } from "./planted-core.ts";

const rangeSchema = z.object({ from: z.number(), seeds: z.number(), bug: z.string().optional() });
const { bug, stopAtFirst } = z.object({ bug: z.string().optional(), stopAtFirst: z.boolean() }).parse(workerData);

plantInCore(bug);
// The service is loaded only now, with the wrong decision in it where one is planted.
void import("./seeds.ts").then(({ runSeeds }) => {
  // Runs the rows of seeds that it is sent, and answers what came of each.
  parentPort?.on("message", (message: unknown) => {
    void runSeeds(rangeSchema.parse(message), { stopAtFirst }).then((tally) => parentPort?.postMessage(tally));
  });
});
