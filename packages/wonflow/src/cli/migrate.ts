import { inspectDatabase, postgresStore, type DatabaseState } from "@wonflow/store-postgres";
import type { Command } from "commander";
import { z } from "zod";
import { databaseOf, readEnvironment } from "../settings/environment.ts";
import { citusText, isToBeDistributed } from "../findings/database.ts";
import { addCommand, option } from "./command.ts";
import { withProgress } from "./print.ts";
import { checkThere } from "./with-payments.ts";

const notes = `The first process of a new version does the same at its start. As a step of its
own it runs before any process is replaced, and shows its errors there. Each
migration is a transaction; any number of processes may try at once.

With --check it ends with 1 if migrations are pending.`;

export function addMigrateCommand(program: Command): void {
  addCommand(program, "migrate", {
    description: "bring the tables of the database to this version",
    notes,
    examples: ["DATABASE_URL=postgres://… wonflow migrate --check", "DATABASE_URL=postgres://… wonflow migrate"],
    options: z.object({
      check: option("--check", "list the pending migrations, and change nothing", z.boolean().default(false)),
    }),
    async run({ check }) {
      const environment = readEnvironment(process.env, "development");
      if (check) checkThere(environment);
      const place = databaseOf(environment);
      const state = await inspectDatabase(place);
      const { name } = state;
      const pending = pendingOf(state);
      if (check) {
        if (pending.length > 0) process.exitCode = 1;
        return { value: { database: name, pending }, text: pendingText(name, pending) };
      }
      const store = await withProgress(`${pending.length} migrations of ${name}`, () => postgresStore(place));
      await store.close();
      return { value: { database: name, done: pending }, text: doneText(name, pending) };
    },
  });
}

/** The migrations that have not run; last, whether the tables are still to be placed on the workers of Citus. */
function pendingOf({ migrations, citus }: DatabaseState): readonly string[] {
  return citus !== undefined && isToBeDistributed(citus)
    ? [...migrations.pending, `distribution over ${citusText(citus)}`]
    : migrations.pending;
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
