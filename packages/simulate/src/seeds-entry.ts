import { plantAmongTexts } from "./planted-core.ts";
import type { runSeeds } from "./seeds.ts";

/** Loads the service, with a wrong decision in it where the bug is one, and answers what runs seeds over it. */
export async function load(bug: string | undefined): Promise<typeof runSeeds> {
  plantAmongTexts(bug);
  return (await import("./seeds.ts")).runSeeds;
}
