import { values } from "./command-line.ts";
import { runCommand } from "./run-command.ts";

process.exitCode = await runCommand(values);
