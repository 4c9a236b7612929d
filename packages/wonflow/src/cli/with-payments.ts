import { existsSync } from "node:fs";

import { shippedBins } from "@wonflow/card-data";
import type { Payments, Refusal } from "@wonflow/core";

import { checkSecret } from "../serve/check-secret.ts";
import { createPayments } from "../create-payments.ts";
import { hasData, keptSecret, readEnvironment, SettingError, type Environment } from "../environment.ts";
import { openParts, type OpenedParts } from "../serve/open-parts.ts";
import { UsageError } from "./usage-error.ts";

/** What a command works with besides. */
export interface Opened extends OpenedParts {
  readonly environment: Environment;
}

/** Whoever looks into a folder without data has mistaken the folder, and gets no new database there. */
export function checkThere(environment: Environment): void {
  if (hasData(environment)) return;
  throw new SettingError(
    `There is no data in ${environment.dataDir}: set WONFLOW_DATA to the folder of the service, or DATABASE_URL to its server`,
  );
}

/**
 * Does some work on the store that the environment names, and closes it. A folder must have data already, but for work
 * that makes it.
 */
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
    // What the service serves before the first import is what an import tells its changes from.
    const cardData = environment.sandbox ? { bins: shippedBins } : {};
    const payments = createPayments({ store, clock, cardNetworks: {}, cardData, secret: secrets });
    return await work(payments, { ...parts, environment });
  } finally {
    await store.close();
  }
}

/** The same for work that seals something, hence only with the secret that the store was set up with. */
export function withSecret<Answer>(
  work: (payments: Payments, opened: Opened) => Promise<Answer>,
  makes?: "data",
): Promise<Answer> {
  // Where `wonflow dev` keeps its data there is a secret too, and nobody needs to set one.
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

/** The fields that a refusal names, as one line. */
export function refused({ code, details = [] }: Refusal): UsageError {
  const problems = details.map(({ field, problem }) => `${field} ${problem}`);
  return new UsageError(problems.length === 0 ? `refused with ${code}; try again` : problems.join("; "));
}
