/** Every text that pages, templates or tests to copy from have ever shown as the service's secret: everybody knows it. */
export const publicSecrets: ReadonlySet<string> = new Set([
  "at least 32 characters that nobody knows",
  "a secret of the tests, at least 32 characters",
]);

/** How to make a secret. */
export const newSecret = "openssl rand -base64 33";

/**
 * Why a secret must not seal outside of development; undefined where nothing is known against it. Only the present
 * secret is asked about: behind a new one, a public one opens what an existing database sealed with it.
 *
 * @example
 * problemWithPresent(process.env.WONFLOW_SECRET ?? "", "WONFLOW_SECRET");
 */
export function problemWithPresent(secret: string, setting: string): string | undefined {
  if (!publicSecrets.has(secret)) return undefined;
  return (
    `${setting} is a text from Wonflow's pages, so that everybody can open what it seals. To rotate it, make a new one ` +
    `(${newSecret}), stop every process, and start them with the new one, a comma, and the present one behind it; ` +
    "for what follows see docs/operating.md, The secret"
  );
}
