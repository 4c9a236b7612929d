import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Every string that pages, templates or copied tests have ever shown as the service's secret: all of them are public. */
export const publicSecrets: ReadonlySet<string> = new Set([
  "at least 32 characters that nobody knows",
  "a secret of the tests, at least 32 characters",
]);

/** The command that generates a secret. */
export const newSecret = "openssl rand -base64 33";

/**
 * Why a secret must not encrypt outside of development; undefined if it may. Check the newest secret only: behind a new
 * one, a public one still decrypts what an existing database has under it.
 *
 * @example
 * problemWithPresent(process.env.WONFLOW_SECRET ?? "", "WONFLOW_SECRET");
 */
export function problemWithPresent(secret: string, setting: string): string | undefined {
  if (!publicSecrets.has(secret)) return undefined;
  return (
    `${setting} is printed in Wonflow's documentation, so anyone can decrypt what it protects. To rotate it, generate a new one ` +
    `(${newSecret}), stop every process, and start them with the new one, a comma, and the present one behind it; ` +
    "for what follows see docs/operating.md, The secret"
  );
}

/** The file of a data folder that holds the secret of a service in development. */
export function secretFileOf(dataDir: string): string {
  return join(dataDir, "secret");
}

/**
 * A random secret for development, so that a program runs at once and no text in its code is a secret. The first call
 * creates it in the file `secret` of the data folder, which only its owner can read; the command finds it there too.
 * In production take the secret from a setting, because a new folder has a new secret.
 *
 * @example
 * const place = { dataDir: ".wonflow" };
 * const secret = process.env.WONFLOW_SECRET ?? (await developmentSecret(place));
 */
export async function developmentSecret({ dataDir }: { readonly dataDir: string }): Promise<string> {
  return (await readOrCreateSecret(dataDir)).secret;
}

export async function readOrCreateSecret(
  dataDir: string,
): Promise<{ readonly secret: string; readonly isNew: boolean }> {
  const file = secretFileOf(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // Exclusive: if two processes start for the first time at once, one creates the secret and both read it.
  const isNew = await writeFile(file, `${randomBytes(32).toString("base64url")}\n`, { flag: "wx", mode: 0o600 }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
      throw error;
    },
  );
  return { secret: (await readFile(file, "utf8")).trim(), isNew };
}
