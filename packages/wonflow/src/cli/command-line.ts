import { inspect } from "node:util";
import { TableError } from "@wonflow/card-data";
import { openApiDocument, WrongMount } from "@wonflow/http";
import { DataFolderInUse, StoreUnavailable } from "@wonflow/store-postgres";
import { Command, CommanderError } from "commander";
import { SettingError } from "../settings/setting-error.ts";
import { visibleLines } from "../visible-text.ts";
import { addAttemptCommands } from "./attempts.ts";
import { addAuditCommand } from "./audit.ts";
import { addCalendarCommands } from "./calendar.ts";
import { addBinCommands, addCatalogCommands } from "./import.ts";
import { addDoctorCommand } from "./doctor.ts";
import { addMigrateCommand } from "./migrate.ts";
import { mistakeIn, type Mistake } from "./mistake.ts";
import { addSellerCommands } from "./sellers.ts";
import { addSettlementCommands } from "./settlements.ts";
import { addTriggerCommand } from "./trigger.ts";
import { ServiceError } from "./running-service.ts";
import { addKeyCommands } from "./keys.ts";
import { addMerchantCommands } from "./merchants.ts";
import { addOperatorCommands } from "./operators.ts";
import { addPayoutCommands } from "./payouts.ts";
import { printProblem } from "./print.ts";
import { addReconcileCommand } from "./reconcile.ts";
import { addSecretCommand } from "./secret.ts";
import { addServiceCommands } from "./run-service.ts";
import { addWebhookCommands } from "./webhooks.ts";
import { UsageError } from "./command.ts";

const settings = `
Settings are read from the environment:
  PORT (4242), HOST, WONFLOW_URL, WONFLOW_OPERATOR
  WONFLOW_WINDOW_URL, WONFLOW_SANDBOX_WINDOW_URL
  WONFLOW_DATA (.wonflow), or DATABASE_URL for a PostgreSQL server
  WONFLOW_SECRET, WONFLOW_MODE (development or production)
  DATABASE_URL_FILE, WONFLOW_SECRET_FILE: files with these
  WONFLOW_SANDBOX, WONFLOW_DOCS (on or off)
  WONFLOW_CONSOLE, WONFLOW_PLATFORM_CONSOLE (on or off)
  WONFLOW_LOG (text or json)
  WONFLOW_METRICS_PORT, WONFLOW_METRICS_HOST (127.0.0.1)
  WONFLOW_CARD_LOOKUPS (anyone or key)
  WONFLOW_RATE_LIMITS (on, off, or changes)
  WONFLOW_TRUSTED_PROXIES (none, or addresses and ranges)
  WONFLOW_RETENTION (changes, such as delivered-webhooks=180d)
  WONFLOW_CASHIER_LIMITS (such as per-cancellation=50000,per-day=300000)
  WONFLOW_DRAIN_SECONDS (0), WONFLOW_STOP_SECONDS (10)

Exit codes: 0 done; 1 failed, or problems found (doctor, audit, reconcile,
migrate --check); 2 invalid command line.

Examples:
  wonflow dev
  wonflow doctor
  wonflow merchants set --mid 7 --mode test --name "Corner Shop" --fee-rate 3.3
  wonflow keys issue --mid 7 --mode test --type secret`;

const usageExitCode = 2;

/** A new program for each command line, because commander keeps the options that it has read. */
export function newProgram(): Command {
  const program = new Command("wonflow")
    .description("A payment service for Korean won")
    .version(openApiDocument().info.version, "-v, --version", "print the version")
    .exitOverride()
    // `printMistake` prints a mistake after the help that belongs to it. The commands added below inherit this.
    .configureOutput({ writeErr: () => {} })
    .addHelpText("after", settings);

  addServiceCommands(program);
  addDoctorCommand(program);
  addMigrateCommand(program);
  addTriggerCommand(program);
  addMerchantCommands(program);
  addKeyCommands(program);
  addOperatorCommands(program);
  addWebhookCommands(program);
  addSellerCommands(program);
  addPayoutCommands(program);
  addSettlementCommands(program);
  addAttemptCommands(program);
  addAuditCommand(program);
  addReconcileCommand(program);
  addCalendarCommands(program);
  addSecretCommand(program);
  addBinCommands(program);
  addCatalogCommands(program);
  return program;
}

/** Prints the error last, after the help; with `--json` prints only the error. */
function printMistake({ error, help }: Mistake, isJson: boolean): number {
  printProblem(isJson, error, `${help}\n\n`);
  return usageExitCode;
}

function failure(error: unknown, isJson: boolean): number {
  const expected =
    error instanceof SettingError ||
    error instanceof WrongMount ||
    error instanceof StoreUnavailable ||
    error instanceof DataFolderInUse ||
    error instanceof ServiceError ||
    error instanceof UsageError ||
    error instanceof TableError;
  if (expected) printProblem(isJson, error.message);
  else if (isJson) printProblem(isJson, inspect(error));
  else console.error(visibleLines(inspect(error)));
  return error instanceof UsageError ? usageExitCode : 1;
}

/**
 * Runs a command line and returns its exit code; a started service keeps running. Settings are read from the
 * environment of this process.
 *
 * @example
 * await runCommandLine(["keys", "list", "--mid", "7", "--mode", "test"]); // 0
 */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const isJson = args.includes("--json");
  const program = newProgram();
  try {
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? 0 : printMistake(mistakeIn(program, args, error), isJson);
    }
    return failure(error, isJson);
  }
}
