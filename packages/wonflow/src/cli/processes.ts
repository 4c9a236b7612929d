import type { Command } from "commander";

import { readEnvironment, SettingError } from "../environment.ts";
import { runService, type RunOptions } from "./run-service.ts";

interface JsonOption {
  readonly json?: boolean;
}

/** `wonflow dev` and `wonflow start`, and the latter in two: `wonflow serve` and `wonflow work`. */
export function addServiceCommands(program: Command): void {
  program
    .command("dev")
    .description("run the service for development: documentation keys, test money only")
    .option("--json", "print JSON")
    .option("--name <name>", "what buyers see at the checkout of the documentation keys")
    .option("--shop <url>", "a shop of these keys, which the page at / leads to")
    .option("--docs <folder>", "pages in Markdown, which the page at / leads to")
    .addHelpText("after", "\nExample:\n  PORT=8080 wonflow dev")
    .action(async (options: RunOptions) => {
      const environment = readEnvironment(process.env, "development");
      if (environment.mode === "production") {
        throw new SettingError("wonflow dev does not run with WONFLOW_MODE=production: use wonflow start");
      }
      await runService(environment, options);
    });

  program
    .command("start")
    .description("run the service for production")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExample:\n  DATABASE_URL=postgres://… WONFLOW_URL=https://pay.example WONFLOW_SECRET=… \\\n    wonflow start",
    )
    .action(({ json = false }: JsonOption) => runService(readEnvironment(process.env, "production"), { json }));

  // `wonflow start` in two, for a server's database: as many processes of each as one likes.
  for (const [command, part, description] of [
    ["serve", "requests", "run a process of the service that takes requests, and leaves what is due to others"],
    ["work", "work", "run a process of the service that does what is due by itself, and takes no requests"],
  ] as const) {
    program
      .command(command)
      .description(description)
      .option("--json", "print JSON")
      .addHelpText(
        "after",
        `\nExample:\n  DATABASE_URL=postgres://… WONFLOW_URL=https://pay.example WONFLOW_SECRET=… \\\n    wonflow ${command}`,
      )
      .action(({ json = false }: JsonOption) => runService(readEnvironment(process.env, "production"), { json, part }));
  }
}
