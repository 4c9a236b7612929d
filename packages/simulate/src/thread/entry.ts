import { isBundledWith } from "../planted/plant.ts";
import { runScene } from "../scenes/run-scene.ts";
import { runSeeds } from "../simulate.ts";
import type { Jobs } from "./thread.ts";

const jobs: Jobs = { runSeeds, runScene };

export { isBundledWith, jobs };
