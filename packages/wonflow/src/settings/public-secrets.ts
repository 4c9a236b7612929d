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
