import { fileURLToPath } from "node:url";

import { serveMarketplace } from "./serve.ts";

/** The marketplace in one command: `npm run marketplace`. */
const port = Number(process.env["PORT"] ?? 4244);
const dataDir = process.env["WONFLOW_DATA"] ?? fileURLToPath(new URL("../.wonflow", import.meta.url));

try {
  const { url, stop } = await serveMarketplace({ port, dataDir });
  console.log(`A marketplace: ${url}\nIts data stay in ${dataDir}. Ctrl-C ends it.`);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => void stop());
} catch (error) {
  const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  const reason = error instanceof Error ? error.message : error;
  console.error(
    "marketplace:",
    taken ? `Port ${port} is taken: stop what uses it, or set PORT to another one` : reason,
  );
  process.exit(1);
}
