import { isBundledWith } from "./planted/plant.ts";
import { runSeeds } from "./seeds.ts";

export { isBundledWith, runSeeds };
