import { fileURLToPath } from "node:url";

import { serveMarketplace } from "./serve.ts";

/** The marketplace in one command: `npm run marketplace`. */
const port = Number(process.env["PORT"] ?? 4244);
const dataDir = process.env["WONFLOW_DATA"] ?? fileURLToPath(new URL("../.wonflow", import.meta.url));

try {
  const { url, stop } = await serveMarketplace({ port, dataDir });
  console.log(`A marketplace: ${url}\nIts data stay in ${dataDir}. Ctrl-C ends it.`);
  let stopped: Promise<void> | undefined;
  const end = () => void (stopped ??= stop());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, end);
  // A shell in between, as npm has one, passes no signal on: then only the parent is another one.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || end(), 500).unref();
} catch (error) {
  const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  const reason = error instanceof Error ? error.message : error;
  console.error(
    "marketplace:",
    taken ? `Port ${port} is taken: stop what uses it, or set PORT to another one` : reason,
  );
  process.exit(1);
}
