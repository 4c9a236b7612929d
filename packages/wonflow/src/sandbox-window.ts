import { ok } from "@wonflow/core";
import type { Endpoint } from "@wonflow/http";
import { sandboxWindowPage, type SandboxGateway } from "@wonflow/sandbox";
import type { Environment } from "./settings/environment.ts";

/** The path of the simulated window below the service's address. */
const windowPath = "/sandbox/window";

/**
 * The page of a sandbox's simulated window, for `beside` of `createHandler`. The gateway's `windowUrl` is the address of
 * the handler with `/sandbox/window`.
 *
 * @example
 * const gateway = await sandboxGateway({ windowUrl: "http://127.0.0.1:4242/sandbox/window" });
 * const handler = createHandler(payments, { beside: sandboxWindowEndpoints(gateway) });
 */
export function sandboxWindowEndpoints(gateway: Pick<SandboxGateway, "windows">): readonly Endpoint[] {
  const answerPage = sandboxWindowPage(gateway);
  const answer: Endpoint["answer"] = async ({ request, language }) => ok(await answerPage(request, { language }));
  const page = { path: windowPath, limits: { address: "keylessByAddress" }, onWindowHost: true, answer } as const;
  return [
    { method: "GET", ...page },
    { method: "POST", ...page },
  ];
}

/** This machine's other name for browsers, in which another site runs. */
const otherNames: Readonly<Record<string, string>> = {
  localhost: "127.0.0.1",
  "127.0.0.1": "localhost",
  "[::1]": "localhost",
};

/**
 * The address of the simulated window: by the settings, or on the listener itself under this machine's other name, as
 * a provider's window is of another site. Undefined if browsers reach the service by a name or port that is not the
 * listener's own, as a proxy may answer for that name alone. The port is read once the server listens.
 */
export function sandboxWindowUrl(environment: Environment, listening: () => number): (() => string) | undefined {
  const { sandboxWindowUrl: given, publicUrl, host, port } = environment;
  if (given !== undefined) return () => `${given}${windowPath}`;
  if (publicUrl === undefined) {
    const name = host === "::1" ? "[::1]" : "127.0.0.1";
    return () => `http://${name}:${listening()}${windowPath}`;
  }
  const url = new URL(`${publicUrl}${windowPath}`);
  const other = otherNames[url.hostname];
  if (other === undefined || url.protocol !== "http:" || Number(url.port || 80) !== port) return undefined;
  url.hostname = other;
  return () => url.href;
}
