import { inspect } from "node:util";
import { documentationKeys } from "@wonflow/core";
import { testCards } from "@wonflow/sandbox";
import { warningsAbout, type Environment, readEnvironment } from "../settings/environment.ts";
import { serverText } from "../findings/database.ts";
import { consoleLogger } from "../logger/logger.ts";
import { serve, type ServeOptions, type Service, type ServicePart } from "../serve/serve.ts";
import { visibleLine, visibleLines } from "../visible-text.ts";
import { print } from "./print.ts";
import type { Command } from "commander";
import { z } from "zod";
import { SettingError } from "../settings/setting-error.ts";
import { addCommand, option } from "./command.ts";

export interface RunOptions extends ServeOptions {
  readonly json?: boolean;
}

/** Runs the service until a signal ends it. Resolves once it has started and printed its banner. */
async function runService(environment: Environment, options: RunOptions): Promise<void> {
  const { json = false, ...ofService } = options;
  const logger = consoleLogger({ format: environment.logFormat, quietMs: 0 });
  const service = await serve(environment, logger, ofService);
  const { mode, logFormat } = environment;
  const part = options.part ?? "both";
  // A text log leaves it to the banner.
  const log: typeof logger.info = (fields, message) => logFormat === "json" && logger.info(fields, message);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    log({ notice: "service-stopping" }, "the service is stopping");
    // A second Ctrl-C ends the process at once: commits are safe.
    process.once("SIGINT", () => process.exit(130));
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(visibleLines(inspect(error)));
        process.exit(1);
      },
    );
  };
  void service.lost.then(({ message }) => {
    // Nothing is saved any more, so that no request that still runs can be answered.
    logger.error({ notice: "data-folder-lost" }, message);
    process.exit(1);
  });
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  log({ notice: "service-started", mode, part, url: service.url }, "the service has started");
  // Last: a reader of the banner may stop the service at once.
  const warnings = warningsAbout(environment);
  const { url, metricsUrl: metrics } = service;
  print(
    json,
    { mode, url, reference: `${url}/openapi.json`, warnings, ...(metrics !== undefined && { metrics }) },
    options.part === "work" ? workBanner(environment, service) : banner(environment, service),
  );
  if (!json) for (const warning of warnings) console.error(`warning: ${visibleLine(warning)}.`);
}

function liveLines({ live }: Environment): readonly string[] {
  return live.flatMap(({ definition, url, methods }) => [
    `  Live cards  ${definition.title}, ${url}`,
    ...(methods.length === 0 ? [] : [`  Its window  ${methods.join(", ")}`]),
  ]);
}

function dataText({ databaseUrl, dataDir }: Environment, { citus }: Service): string {
  return databaseUrl === undefined ? `${dataDir} (embedded database)` : serverText(citus);
}

function metricsLine({ metricsUrl }: Service): readonly string[] {
  return metricsUrl === undefined ? [] : [`  Metrics     ${metricsUrl}`];
}

function workBanner(environment: Environment, service: Service): string {
  return [
    `Wonflow does what is due in ${environment.mode} mode.`,
    "",
    "  API         none: wonflow serve takes requests",
    ...liveLines(environment),
    ...metricsLine(service),
    `  Data        ${dataText(environment, service)}`,
  ].join("\n");
}

function banner(environment: Environment, service: Service): string {
  const { url } = service;
  const lines = [
    `Wonflow is running in ${environment.mode} mode.`,
    "",
    `  API         ${url}`,
    `  Reference   ${url}/${environment.docs ? "docs" : "openapi.json"}`,
    ...(environment.console ? [`  Console     ${url}/console`] : []),
    ...liveLines(environment),
    ...metricsLine(service),
    `  Data        ${dataText(environment, service)}`,
  ];
  if (environment.mode === "production") return lines.join("\n");
  return [
    ...lines,
    `  Start here  ${url}/`,
    "",
    `  Secret key  ${documentationKeys.secret}`,
    `  Client key  ${documentationKeys.client}`,
    "",
    "  Test cards (any future expiry, birth date 900101, password 12)",
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

const text = z.string().optional();

export function addServiceCommands(program: Command): void {
  addCommand(program, "dev", {
    description: "run the service for development: documentation keys, test money only",
    examples: ["PORT=8080 wonflow dev"],
    options: z.object({
      name: option("--name <name>", "the name at the checkout of the documentation keys", text),
      shop: option("--shop <url>", "a shop with these keys, linked from the page at /", text),
      docs: option("--docs <folder>", "pages in Markdown, shown from the page at /", text),
    }),
    async run({ name, ...links }, { json }) {
      const environment = readEnvironment(process.env, "development");
      if (environment.mode === "production") {
        throw new SettingError("wonflow dev does not run with WONFLOW_MODE=production: use wonflow start");
      }
      await runService(environment, { json, ...links, ...(name !== undefined && { name }) });
    },
  });
  addPart(program, "start", { part: "both", description: "run the service for production" });
  addPart(program, "serve", {
    part: "requests",
    description: "run a process that takes requests, and leaves due work to others",
  });
  addPart(program, "work", { part: "work", description: "run a process that does due work, and takes no requests" });
}

interface Part {
  readonly part: ServicePart;
  readonly description: string;
}

function addPart(program: Command, name: string, { part, description }: Part): void {
  addCommand(program, name, {
    description,
    examples: [`DATABASE_URL=postgres://… WONFLOW_URL=https://pay.example WONFLOW_SECRET=… \\\n    wonflow ${name}`],
    run: (_options, { json }) => runService(readEnvironment(process.env, "production"), { json, part }),
  });
}
