#!/usr/bin/env node
import { parseArgs } from "node:util";

import { shippedBins, TableError } from "@wonflow/card-data";
import { documentationKeys, type Mode, type Notice, type Payments } from "@wonflow/core";
import { testCards } from "@wonflow/sandbox";
import { DataFolderInUse, StoreUnavailable } from "@wonflow/store-postgres";

import { importBinsFile } from "./cli/import-bins.ts";
import { importCatalogFile } from "./cli/import-catalog.ts";
import { UsageError } from "./cli/usage-error.ts";
import { createPayments } from "./create-payments.ts";
import { readEnvironment, SettingError, warningsAbout, type Environment } from "./environment.ts";
import { openParts, serve, type Service } from "./serve.ts";

const usage = `Usage: wonflow <command>

  dev        run the service for development: documentation keys, test money only
  start      run the service for production
  merchant   register a merchant, or change it:
             --mid 7 --mode test --name "Corner Shop" --fee-rate 3.3
  key        issue an API key, shown once:
             --mid 7 --mode test --type secret
  bins       import a card BIN table (CSV) in the place of the present one:
             bins import FILE
  catalog    import a card catalog (JSON) in the place of the present one:
             catalog import FILE

Settings are read from the environment: PORT (4242), HOST, WONFLOW_DATA (.wonflow), DATABASE_URL,
WONFLOW_URL, WONFLOW_SECRET, WONFLOW_MODE (development or production),
WONFLOW_CARD_LOOKUPS (anybody or key), WONFLOW_SANDBOX (on or off), WONFLOW_STOP_SECONDS (10).`;

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  dev: async (args) => {
    readArguments(args, []);
    const environment = readEnvironment(process.env, "development");
    if (environment.mode === "production") {
      throw new SettingError("wonflow dev does not run with WONFLOW_MODE=production: use wonflow start");
    }
    await run(environment);
  },
  start: async (args) => {
    readArguments(args, []);
    await run(readEnvironment(process.env, "production"));
  },
  merchant: async (args) => {
    const { mid, mode, name, ...rest } = readArguments(args, ["mid", "mode", "name", "fee-rate"]);
    const feeRate = rest["fee-rate"] ?? "";
    await withPayments(async (payments) => {
      const tenant = { mId: Number(mid), mode: modeOf(mode) };
      const registered = await payments.merchants.register({ ...tenant, name: name ?? "", feeRate });
      if (!registered.ok) throw new UsageError(JSON.stringify(registered.error.details));
      console.log(`Merchant ${tenant.mId} is registered in ${tenant.mode} mode.`);
    });
  },
  key: async (args) => {
    const { mid, mode, type } = readArguments(args, ["mid", "mode", "type"]);
    if (type !== "secret" && type !== "client") throw new UsageError("--type must be secret or client");
    await withPayments(async (payments) => {
      const issued = await payments.keys.issue({ mId: Number(mid), mode: modeOf(mode) }, type);
      if (!issued.ok) throw new UsageError(`merchant ${mid} is not registered in this mode`);
      console.log(issued.value.key);
    });
  },
  bins: async (args) => {
    const file = fileToImport("bins", args);
    await withPayments((payments) => importBinsFile(payments, file), "development");
  },
  catalog: async (args) => {
    const file = fileToImport("catalog", args);
    await withPayments((payments) => importCatalogFile(payments, file), "development");
  },
};

function readArguments(args: readonly string[], names: readonly string[]): Readonly<Record<string, string>> {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
    const { values } = parseArgs({ args: [...args], options, strict: true });
    const missing = names.find((name) => values[name] === undefined);
    if (missing !== undefined) throw new UsageError(`--${missing} is missing`);
    return Object.fromEntries(names.map((name) => [name, String(values[name])]));
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function fileToImport(table: string, [verb, file, ...rest]: readonly string[]): string {
  if (verb !== "import" || file === undefined || rest.length > 0)
    throw new UsageError(`Say: wonflow ${table} import FILE`);
  return file;
}

function modeOf(text: string | undefined): Mode {
  if (text === "test" || text === "live") return text;
  throw new UsageError("--mode must be test or live");
}

/** Tables hold nothing that a secret seals, so who imports one needs none: then the fallback is development. */
async function withPayments(
  work: (payments: Payments) => Promise<void>,
  fallbackMode: Environment["mode"] = "production",
): Promise<void> {
  const environment = readEnvironment(process.env, fallbackMode);
  const { store, secrets } = await openParts(environment);
  try {
    // What the service serves before the first import is what an import tells its changes from.
    const cardData = environment.sandbox ? { bins: shippedBins } : {};
    await work(createPayments({ store, cardNetworks: {}, cardData, secret: secrets }));
  } finally {
    await store.close();
  }
}

async function run(environment: Environment): Promise<void> {
  const service = await serve(environment, reportNotice);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    // Who is in a hurry presses Ctrl-C again: what is committed is safe.
    process.once("SIGINT", () => process.exit(130));
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  // Last, as whoever reads it may stop the service at once.
  console.log(banner(environment, service));
  for (const warning of warningsAbout(environment)) console.error(`warning: ${warning}.`);
}

function banner(environment: Environment, { url }: Service): string {
  const data =
    environment.databaseUrl === undefined
      ? `${environment.dataDir} (embedded database)`
      : "the database of DATABASE_URL";
  const lines = [
    `Wonflow is running in ${environment.mode} mode.`,
    "",
    `  API         ${url}`,
    `  Reference   ${url}/openapi.json`,
    `  Data        ${data}`,
  ];
  if (environment.mode === "production") return lines.join("\n");
  return [
    ...lines,
    "",
    `  Secret key  ${documentationKeys.secret}`,
    `  Client key  ${documentationKeys.client}`,
    "",
    "  Test cards (any future expiry, birth date and password)",
    ...shownCards.map(describeCard),
    "",
    "No real money moves. Ctrl-C stops it; the data stays.",
  ].join("\n");
}

const shownCards = ["kb", "no-funds", "answer-lost"];

function describeCard(name: string): string {
  const card = testCards.find((each) => each.name === name);
  if (card === undefined) throw new Error(`There is no test card ${name}.`);
  return `    ${card.number.replaceAll(/(\d{4})(?=\d)/g, "$1 ")}   ${card.effect.replaceAll("`", "")}`;
}

/** One line for each thing that an operator should see. */
function reportNotice(notice: Notice): void {
  const { kind, ...rest } = notice;
  const error = "error" in rest ? { error: rest.error instanceof Error ? rest.error.stack : String(rest.error) } : {};
  console.error(JSON.stringify({ at: new Date().toISOString(), notice: kind, ...rest, ...error }));
}

function fail(error: unknown): never {
  const expected =
    error instanceof SettingError ||
    error instanceof StoreUnavailable ||
    error instanceof DataFolderInUse ||
    error instanceof TableError;
  if (error instanceof UsageError) console.error(`${error.message}\n\n${usage}`);
  else if (expected) console.error(`wonflow: ${error.message}`);
  else console.error(error);
  process.exit(1);
}

const [name = "help", ...args] = process.argv.slice(2);
const command = commands[name];
if (name === "help" || name === "--help") console.log(usage);
else if (command === undefined) fail(new UsageError(`There is no command ${name}.`));
else command(args).catch(fail);
