import { values } from "./command-line.ts";
import { plantInCore } from "./planted/plant.ts";

plantInCore(values.bug);
// The service is loaded only now, with the wrong decision in it where one is planted.
const { runCommand } = await import("./run-command.ts");
process.exitCode = await runCommand(values);
