import { existsSync } from "node:fs";
import { shippedBins } from "@wonflow/card-data";
import type { Payments, Refusal, Clock, ErrorCode, Result, Tenant } from "@wonflow/core";
import { checkSecret } from "../serve/start-checks.ts";
import { createPayments } from "../create-payments.ts";
import { hasData, keptSecret, readEnvironment, type Environment } from "../settings/environment.ts";
import { SettingError } from "../settings/setting-error.ts";
import { openParts, type OpenedParts } from "../serve/open-parts.ts";
import { UsageError } from "./command.ts";
import type { z } from "zod";
import type { tenantOptions } from "./options.ts";

export interface Opened extends OpenedParts {
  readonly environment: Environment;
}

/** A folder without data is a mistake: refuse it, in place of creating a new database there. */
export function checkThere(environment: Environment): void {
  if (hasData(environment)) return;
  throw new SettingError(
    `There is no data in ${environment.dataDir}: set WONFLOW_DATA to the folder of the service, or DATABASE_URL to its server`,
  );
}

/** Does some work on the environment's store, and closes it. The store's folder must have data, unless the work `makes` it. */
export async function withPayments<Answer>(
  fallbackMode: Environment["mode"],
  work: (payments: Payments, opened: Opened) => Promise<Answer>,
  makes?: "data",
): Promise<Answer> {
  const environment = readEnvironment(process.env, fallbackMode);
  if (makes !== "data") checkThere(environment);
  const parts = await openParts(environment);
  const { store, secrets, clock } = parts;
  try {
    // The first import reports its changes against the tables that the service has served until then.
    const cardData = environment.sandbox ? { bins: shippedBins } : {};
    const settings = { documentationKeys: environment.mode === "development" };
    const payments = createPayments({ store, clock, gateways: {}, cardData, secret: secrets, settings });
    return await work(payments, { ...parts, environment });
  } finally {
    await store.close();
  }
}

/** The same for work that seals something, which needs the store's own secret. */
export function withSecret<Answer>(
  work: (payments: Payments, opened: Opened) => Promise<Answer>,
  makes?: "data",
): Promise<Answer> {
  // The data of `wonflow dev` comes with a secret, so that none has to be set.
  const environment = readEnvironment(process.env, "development");
  const isKept = existsSync(keptSecret(environment));
  if (!isKept && environment.secrets.length === 0) {
    throw new SettingError("WONFLOW_SECRET must be set: the secret that the service runs with");
  }
  const checked = async (payments: Payments, opened: Opened) => {
    await checkSecret(payments, opened.environment);
    return work(payments, opened);
  };
  return withPayments(isKept ? "development" : "production", checked, makes);
}

export function refused({ code, details = [] }: Refusal): UsageError {
  const problems = details.map(({ field, problem }) => `${field} ${problem}`);
  return new UsageError(problems.length === 0 ? `refused with ${code}; try again` : problems.join("; "));
}

export type Named = z.output<typeof tenantOptions>;

export type Words = Readonly<Partial<Record<ErrorCode, string>>>;

/** Does an operation for a merchant. Throws a UsageError for a refusal, with the words for its code if there are any. */
export async function ofMerchant<Value>(
  { mid, mode }: Named,
  ask: (payments: Payments, tenant: Tenant, clock: Clock) => Promise<Result<Value>>,
  words: Words = {},
): Promise<Value> {
  const tenant = { mId: mid, mode };
  const result = await withSecret(async (payments, { clock }) =>
    ofRegistered(payments, tenant, () => ask(payments, tenant, clock)),
  );
  return valueIn(result, { FORBIDDEN_REQUEST: notRegistered(tenant), ...words });
}

/** The lists of an unregistered merchant are empty, and would hide a mistyped id. */
export async function ofRegistered<Value>(
  { merchants }: { readonly merchants: Pick<Payments["merchants"], "get"> },
  tenant: Tenant,
  ask: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const merchant = await merchants.get(tenant);
  return merchant.ok ? ask() : merchant;
}

export function notRegistered({ mId, mode }: Tenant): string {
  return `merchant ${mId} is not registered in ${mode} mode`;
}

/** Throws a UsageError for a refusal that there are words for, and the refusal itself for any other. */
export function valueIn<Value>(result: Result<Value>, words: Words): Value {
  if (result.ok) return result.value;
  const known = words[result.error.code];
  throw known === undefined ? refused(result.error) : new UsageError(known);
}
