import { spawn } from "node:child_process";
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

import { shopName } from "./html.ts";
import { serveShop } from "./serve-shop.ts";

/** The shop beside the service, in one command: `npm start`. */
const service = `http://localhost:${process.env["PORT"] ?? 4242}`;
const account = { mId: 1, url: service, secretKey: "test_sk_docs", clientKey: "test_ck_docs" };
const dataDir = process.env["WONFLOW_DATA"] ?? ".wonflow";
const port = Number(process.env["SHOP_PORT"] ?? 4243);

const root = new URL("../../../", import.meta.url);

/** The next start finds here what this one compiled, and takes half of the time to load it. */
const compiled = process.env["NODE_COMPILE_CACHE"] ?? fileURLToPath(new URL("node_modules/.cache/compiled", root));
enableCompileCache(compiled);

/** From source; with an embedded database that is quick to start rather than quick to run, in little memory. */
const nodeFlags = ["--conditions=source", "--liftoff-only", "--max-semi-space-size=4"];

const shop = await serveShop({ port, dataDir, account }).catch((error: unknown) => {
  const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  console.error(taken ? `shop: Port ${port} is taken: stop what uses it, or set SHOP_PORT to another one` : error);
  process.exit(1);
});

const command = fileURLToPath(new URL("packages/wonflow/src/cli.ts", root));
const options = ["--name", shopName, "--shop", shop.url, "--docs", fileURLToPath(new URL("docs", root))];
const wonflow = spawn(process.execPath, [...nodeFlags, command, "dev", ...options], {
  env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  stdio: "inherit",
});
wonflow.once("exit", (code) => process.exit(code ?? 1));
const stop = () => wonflow.kill("SIGTERM");
// The shop ends with the service, when that has put its data away.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
// A shell in between, or an end by force, passes no signal on: then only the parent is another one.
const parent = process.ppid;
const watch = () => process.ppid === parent || stop();
setInterval(watch, 500).unref();

// A visitor expects to pay at once, which needs the service.
await shop.serviceAnswers;
console.log(`\nOpen the shop and pay in it: ${shop.url}`);
