import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CashierLimits } from "@wonflow/core";
import { clientAddressFinder, type RateLimitSettings } from "@wonflow/http";
import { z } from "zod";
import { gatewayDefinitions, liveGatewaySettings } from "../gateways/definitions.ts";
import { isOnThisMachine } from "../gateways/definition.ts";
import { readGateway, type LiveGateway } from "../gateways/gateway-settings.ts";
import { secretFileOf, newSecret, problemWithPresent } from "./secret-setting.ts";
import { rateLimitsSyntax, readRateLimits } from "./rate-limit-setting.ts";
import { SettingError } from "./setting-error.ts";
import { withSettingsInFiles } from "./settings-in-files.ts";
import { readRetention, retentionSyntax, type RetentionSettings } from "./retention-setting.ts";

export interface Environment {
  readonly mode: "development" | "production";
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly host: string;
  /** The port of `/metrics`; undefined for no metrics. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** The address for buyers and merchants; undefined for this machine and the port. */
  readonly publicUrl: string | undefined;
  /** The address, on a host of its own, of the pages that open a gateway's window. */
  readonly windowUrl: string | undefined;
  /** The service's address for the sandbox's simulated window; undefined for this machine's other name. */
  readonly sandboxWindowUrl: string | undefined;
  /** The service's operator, as buyers read it at checkout. */
  readonly operatorName: string | undefined;
  readonly cardLookUps: "anyone" | "key";
  /** The rate limits that differ from the usual ones; off in development. */
  readonly rateLimits: RateLimitSettings | "off";
  /** The proxies before the service, none in development; undefined if not set. */
  readonly trustedProxies: readonly string[] | undefined;
  /** The retention times that differ from the usual ones. */
  readonly retention: RetentionSettings;
  /** The most that a cashier may refund, in won. */
  readonly cashierLimits: CashierLimits;
  readonly sandbox: boolean;
  /** The gateways of live mode; none if it takes no payments. */
  readonly live: readonly LiveGateway[];
  readonly docs: boolean;
  /** Whether `/console` has the merchant's console. */
  readonly console: boolean;
  /** Whether to serve `/platform/…` and `/console/platform` to the platform's operators. */
  readonly platform: boolean;
  readonly logFormat: "text" | "json";
  /** How long a stopping service answers `/readyz` with 503 before it refuses connections, in milliseconds. */
  readonly drainMs: number;
  /** How long running requests and work may take after that, in milliseconds. */
  readonly stopMs: number;
  /** Required in production; created and kept in the data folder in development. */
  readonly secrets: readonly string[];
}

/** The file where a service in development keeps its secret. */
export function keptSecret({ dataDir }: Pick<Environment, "dataDir">): string {
  return secretFileOf(dataDir);
}

export function databaseOf({ databaseUrl, dataDir }: Environment) {
  return databaseUrl === undefined ? { dataDir } : { url: databaseUrl };
}

/** Whether the database exists: a server's always does, and opening a folder without one would create one. */
export function hasData({ databaseUrl, dataDir }: Environment): boolean {
  return databaseUrl !== undefined || existsSync(join(dataDir, "postgres"));
}

const setting = z
  .string()
  .trim()
  .optional()
  .transform((text) => (text === "" ? undefined : text));

function oneOf<One extends string, Other extends string>(name: string, one: One, other: Other) {
  return setting.pipe(z.enum([one, other], `${name} must be ${one} or ${other}`).optional());
}

function seconds(name: string) {
  return setting.pipe(
    z
      .string()
      .regex(/^\d{1,3}$/, `${name} must be a number of seconds from 0 to 999`)
      .transform(Number)
      .optional(),
  );
}

function address(name: string) {
  return setting.pipe(
    z
      .url({ protocol: /^https?$/, error: `${name} must be an http or https URL` })
      .transform((url) => url.replace(/\/+$/, ""))
      .optional(),
  );
}

function portNumber(name: string) {
  const problem = `${name} must be a number from 0 to 65535`;
  return setting.pipe(
    z
      .string()
      .regex(/^\d{1,5}$/, problem)
      .transform(Number)
      .refine((port) => port <= 65_535, problem)
      .optional(),
  );
}

const environmentSchema = z.object({
  WONFLOW_MODE: oneOf("WONFLOW_MODE", "development", "production"),
  PORT: portNumber("PORT"),
  HOST: setting,
  WONFLOW_METRICS_PORT: portNumber("WONFLOW_METRICS_PORT"),
  WONFLOW_METRICS_HOST: setting,
  WONFLOW_DATA: setting,
  DATABASE_URL: setting,
  WONFLOW_URL: address("WONFLOW_URL"),
  WONFLOW_WINDOW_URL: address("WONFLOW_WINDOW_URL"),
  WONFLOW_SANDBOX_WINDOW_URL: address("WONFLOW_SANDBOX_WINDOW_URL"),
  WONFLOW_OPERATOR: setting.pipe(z.string().max(100, "WONFLOW_OPERATOR must be at most 100 characters").optional()),
  WONFLOW_CARD_LOOKUPS: oneOf("WONFLOW_CARD_LOOKUPS", "anyone", "key"),
  WONFLOW_RATE_LIMITS: setting.transform((text, context) => {
    const limits = text === undefined ? undefined : readRateLimits(text);
    if (text !== undefined && limits === undefined) context.addIssue(`WONFLOW_RATE_LIMITS ${rateLimitsSyntax}`);
    return limits;
  }),
  WONFLOW_RETENTION: setting.transform((text, context) => {
    const retention = text === undefined ? undefined : readRetention(text);
    if (text !== undefined && retention === undefined) context.addIssue(`WONFLOW_RETENTION ${retentionSyntax}`);
    return retention;
  }),
  WONFLOW_CASHIER_LIMITS: setting.transform((text, context) => {
    const limits = text === undefined ? undefined : readCashierLimits(text);
    if (text !== undefined && limits === undefined) context.addIssue(`WONFLOW_CASHIER_LIMITS ${cashierLimitsSyntax}`);
    return limits;
  }),
  WONFLOW_TRUSTED_PROXIES: setting.transform((text, context) => {
    if (text === undefined || text === "none") return text && [];
    const proxies = text.split(",").map((proxy) => proxy.trim());
    const syntax = "must be none, or addresses and ranges separated by commas, such as 10.0.0.0/8";
    if (!areProxies(proxies)) context.addIssue(`WONFLOW_TRUSTED_PROXIES ${syntax}`);
    return proxies;
  }),
  WONFLOW_SANDBOX: oneOf("WONFLOW_SANDBOX", "on", "off"),
  WONFLOW_DOCS: oneOf("WONFLOW_DOCS", "on", "off"),
  WONFLOW_CONSOLE: oneOf("WONFLOW_CONSOLE", "on", "off"),
  WONFLOW_PLATFORM_CONSOLE: oneOf("WONFLOW_PLATFORM_CONSOLE", "on", "off"),
  WONFLOW_LOG: oneOf("WONFLOW_LOG", "text", "json"),
  WONFLOW_DRAIN_SECONDS: seconds("WONFLOW_DRAIN_SECONDS"),
  WONFLOW_STOP_SECONDS: seconds("WONFLOW_STOP_SECONDS"),
  WONFLOW_SECRET: setting,
});

function areProxies(proxies: readonly string[]): boolean {
  try {
    clientAddressFinder(proxies);
    return true;
  } catch {
    return false;
  }
}

/** `fallbackMode` holds without WONFLOW_MODE. Throws a SettingError with one line that says what to do. */
export function readEnvironment(
  given: Readonly<Record<string, string | undefined>>,
  fallbackMode: Environment["mode"],
): Environment {
  const variables = withSettingsInFiles(given);
  const parsed = environmentSchema.safeParse(variables);
  const live = gatewayDefinitions.map((definition) => readGateway(definition, variables));
  const problems = [parsed, ...live].flatMap(({ error }) => error?.issues ?? []);
  if (!parsed.success || problems.length > 0) throw new SettingError(problems.map(({ message }) => message).join("; "));
  const { data } = parsed;
  const mode = data.WONFLOW_MODE ?? fallbackMode;
  const environment: Environment = {
    mode,
    port: data.PORT ?? 4242,
    host: data.HOST ?? (mode === "development" ? "127.0.0.1" : "0.0.0.0"),
    metricsPort: data.WONFLOW_METRICS_PORT,
    metricsHost: data.WONFLOW_METRICS_HOST ?? "127.0.0.1",
    dataDir: data.WONFLOW_DATA ?? ".wonflow",
    databaseUrl: data.DATABASE_URL,
    publicUrl: data.WONFLOW_URL,
    windowUrl: data.WONFLOW_WINDOW_URL,
    sandboxWindowUrl: data.WONFLOW_SANDBOX_WINDOW_URL,
    operatorName: data.WONFLOW_OPERATOR,
    cardLookUps: data.WONFLOW_CARD_LOOKUPS ?? "anyone",
    rateLimits: data.WONFLOW_RATE_LIMITS ?? (mode === "development" ? "off" : {}),
    retention: data.WONFLOW_RETENTION ?? {},
    cashierLimits: data.WONFLOW_CASHIER_LIMITS ?? {},
    trustedProxies: data.WONFLOW_TRUSTED_PROXIES ?? (mode === "development" ? [] : undefined),
    live: live.flatMap((gateway) => gateway.data ?? []),
    sandbox: (data.WONFLOW_SANDBOX ?? (mode === "development" ? "on" : "off")) === "on",
    docs: (data.WONFLOW_DOCS ?? (mode === "development" ? "on" : "off")) === "on",
    console: (data.WONFLOW_CONSOLE ?? (mode === "development" ? "on" : "off")) === "on",
    platform: (data.WONFLOW_PLATFORM_CONSOLE ?? (mode === "development" ? "on" : "off")) === "on",
    logFormat: data.WONFLOW_LOG ?? "text",
    drainMs: (data.WONFLOW_DRAIN_SECONDS ?? 0) * 1_000,
    stopMs: (data.WONFLOW_STOP_SECONDS ?? 10) * 1_000,
    secrets: data.WONFLOW_SECRET?.split(",").map((secret) => secret.trim()) ?? [],
  };
  checkSecrets(environment);
  checkWindowUrl(environment);
  if (data.WONFLOW_METRICS_HOST !== undefined && data.WONFLOW_METRICS_PORT === undefined) {
    throw new SettingError("WONFLOW_METRICS_HOST has no port: set WONFLOW_METRICS_PORT too, such as to 9464");
  }
  return environment;
}

/**
 * The gateways of live mode. In development anyone may move the clock and has the keys, so only emulators on this machine
 * are accepted.
 */
export function liveOf({ mode, live, windowUrl }: Environment): readonly LiveGateway[] {
  const open = live.find(({ methods }) => methods.length > 0);
  if (open !== undefined && windowUrl === undefined) {
    throw new SettingError(
      `WONFLOW_WINDOW_URL must be set with ${open.definition.prefix}_METHODS: an address of this service on a host of its own, where the provider's script runs`,
    );
  }
  const outside = mode === "production" ? undefined : live.find(({ url }) => !isOnThisMachine(url));
  if (outside === undefined) return live;
  throw new SettingError(
    `${outside.definition.prefix}_URL must be an emulator on this machine in development: live payments need WONFLOW_MODE=production`,
  );
}

/** Cookies know no ports, so that another port of the service's host isolates nothing. */
function checkWindowUrl({ windowUrl, publicUrl = "http://localhost" }: Environment): void {
  if (windowUrl === undefined || new URL(windowUrl).hostname !== new URL(publicUrl).hostname) return;
  throw new SettingError("WONFLOW_WINDOW_URL must be on another host than WONFLOW_URL: scripts of gateways run there");
}

function checkSecrets({ mode, secrets }: Environment): void {
  if (mode === "production" && secrets.length === 0) {
    throw new SettingError(
      `WONFLOW_SECRET must be set in production: at least 32 random characters, stored permanently (${newSecret})`,
    );
  }
  if (secrets.some((secret) => secret.length < 32)) {
    throw new SettingError(
      "WONFLOW_SECRET must have at least 32 characters; several are separated by commas, and the first one encrypts",
    );
  }
  const problem = mode === "production" ? problemWithPresent(secrets[0] ?? "", "WONFLOW_SECRET") : undefined;
  if (problem !== undefined) throw new SettingError(problem);
}

/** Undefined for this machine and the port. Throws a SettingError in production, where others could not reach it. */
export function publicUrlOf({ mode, publicUrl }: Environment): string | undefined {
  if (mode === "production" && publicUrl === undefined) {
    throw new SettingError(
      "WONFLOW_URL must be set in production: the address where buyers and merchants reach the service",
    );
  }
  return publicUrl;
}

/** Warnings about these settings for an operator before any money moves, one line each. */
export function warningsAbout(environment: Environment): readonly string[] {
  const { mode, databaseUrl, operatorName, sandbox, live, rateLimits, trustedProxies } = environment;
  if (mode === "development") return [];
  const embedded =
    "The embedded database does not outlive a loss of power, which can lose payments that were answered: " +
    "set DATABASE_URL to a PostgreSQL server";
  const noLiveGateway = `No live payments are taken, as no live gateway is set: set ${liveGatewaySettings}, or embed wonflow and give it one`;
  const noGateway = "No test payments are taken: set WONFLOW_SANDBOX=on for test money";
  const noAddresses =
    "Requests are not limited by their addresses, so one client may try any number of cards: set " +
    "WONFLOW_TRUSTED_PROXIES to the proxies before this service, or to none";
  const noOperator = "The payment page does not show who runs it: set WONFLOW_OPERATOR to the name of your company";
  return [
    ...(databaseUrl === undefined ? [embedded] : []),
    ...(operatorName === undefined ? [noOperator] : []),
    ...(live.length === 0 ? [noLiveGateway] : []),
    ...(sandbox ? [] : [noGateway]),
    ...(trustedProxies === undefined && rateLimits !== "off" ? [noAddresses] : []),
  ];
}

const names = { "per-cancellation": "perCancellation", "per-day": "perDay" } as const;

const cashierLimitsSyntax =
  "must be what a cashier may refund, in won, such as per-cancellation=50000,per-day=300000: either or both, from 0";

/** Parses a text such as `per-cancellation=50000,per-day=300000`; undefined for an invalid text. */
function readCashierLimits(text: string): CashierLimits | undefined {
  const limits: { perCancellation?: number; perDay?: number } = {};
  for (const part of text.split(",")) {
    const { name = "", won } = /^\s*(?<name>[a-z-]+)=(?<won>\d{1,15})\s*$/.exec(part)?.groups ?? {};
    if (!isName(name) || limits[names[name]] !== undefined) return undefined;
    limits[names[name]] = Number(won);
  }
  return limits;
}

function isName(text: string): text is keyof typeof names {
  return Object.hasOwn(names, text);
}
