import { rm } from "node:fs/promises";

import type { Payments } from "@wonflow/core";

import { readOrCreateSecret } from "../settings/development-secret.ts";
import { keptSecret, type Environment } from "../settings/environment.ts";
import { SettingError } from "../settings/setting-error.ts";
import { folderError } from "./folder-error.ts";

export type Secrets = readonly [string, ...string[]];

/** Reads the secrets of the environment; in development without one, the secret that is made once and kept beside the data. */
export async function readSecrets(environment: Environment): Promise<{ secrets: Secrets; isNew: boolean }> {
  const { mode, dataDir } = environment;
  const [first, ...older] = environment.secrets;
  if (first !== undefined) return { secrets: [first, ...older], isNew: false };
  if (mode === "production") throw new SettingError("WONFLOW_SECRET must be set in production");
  const { secret, isNew } = await readOrCreateSecret(dataDir).catch((error: unknown) => {
    throw folderError(error, dataDir);
  });
  return { secrets: [secret], isNew };
}

/** Removes a secret that was made just now where the database was set up with another one, and throws a `SettingError`. */
export async function keepIfFirst(environment: Environment, { secret }: Payments): Promise<void> {
  if (await secret.isRight()) return;
  await rm(keptSecret(environment));
  throw new SettingError(
    "The database was set up with a secret that is not in the settings: set WONFLOW_SECRET to that one; " +
      "if it is lost, run WONFLOW_SECRET=… wonflow secret accept with a new one",
  );
}
