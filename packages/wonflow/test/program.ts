import { join } from "node:path";

/** The file of a program as the set-up of the tests has bundled it. */
export function program(name: "cli" | "self-killing-service" | "settling-service" | "paying-out-service"): string {
  return join(import.meta.dirname, "../node_modules/.cache/programs", `${name}.mjs`);
}

/**
 * What node is started with. A program ends so soon after it has opened an embedded database that code which is
 * quick to compile serves better than code which is quick to run.
 */
export const nodeFlags = ["--liftoff-only"];
