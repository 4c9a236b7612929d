import { inspectDatabase, postgresStore } from "@wonflow/store-postgres";
import type { Command } from "commander";

import { databaseOf, readEnvironment } from "../environment.ts";
import { print } from "./print.ts";
import { withProgress } from "./progress.ts";
import { checkThere } from "./with-payments.ts";

interface MigrateOptions {
  readonly check?: boolean;
  readonly json?: boolean;
}

const help = `
The first process of a new version does the same when it starts. As a step of
its own it is done before any process is replaced, and what goes wrong shows
there. Each migration is a transaction; any number of processes may try at once.

With --check it ends with 1 where migrations are pending.

Examples:
  DATABASE_URL=postgres://… wonflow migrate --check
  DATABASE_URL=postgres://… wonflow migrate`;

/** `wonflow migrate`: brings the tables of a database to this version. */
export function addMigrateCommand(program: Command): void {
  program
    .command("migrate")
    .description("bring the tables of the database to this version")
    .option("--check", "tell what is pending, and change nothing")
    .option("--json", "print JSON")
    .addHelpText("after", help)
    .action(async ({ check = false, json = false }: MigrateOptions) => {
      const environment = readEnvironment(process.env, "development");
      if (check) checkThere(environment);
      const place = databaseOf(environment);
      const { name, migrations } = await inspectDatabase(place);
      const { pending } = migrations;
      if (check) {
        if (pending.length > 0) process.exitCode = 1;
        return print(json, { database: name, pending }, pendingText(name, pending));
      }
      const doing = `${pending.length} migrations of ${name}`;
      const store = await withProgress(doing, () => postgresStore(place));
      await store.close();
      print(json, { database: name, done: pending }, doneText(name, pending));
    });
}

function pendingText(name: string, pending: readonly string[]): string {
  return pending.length === 0
    ? `Nothing is pending for ${name}.`
    : [`Pending for ${name}:`, ...indented(pending)].join("\n");
}

function doneText(name: string, done: readonly string[]): string {
  return done.length === 0 ? `${name} was up to date.` : [`Done for ${name}:`, ...indented(done)].join("\n");
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}
