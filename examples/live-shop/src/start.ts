import { randomBytes, randomUUID } from "node:crypto";
import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { enableCompileCache } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { openOrders, openReportedSettlements, shopName } from "@wonflow/example-shop";
import { z } from "zod";

import { gatewayAt, registerNotifications } from "./gateway.ts";
import { createLiveShop } from "./live-shop.ts";
import { end, runCommand, startGateway, startService } from "./processes.ts";

/** The shop in live mode, in one command: `npm run live-shop`. */
const port = Number(process.env["SHOP_PORT"] ?? 4246);
const servicePort = process.env["PORT"] ?? "4245";
const [url, service] = [`http://localhost:${port}`, `http://localhost:${servicePort}`];

process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL("../../../node_modules/.cache/compiled", import.meta.url));
enableCompileCache(process.env["NODE_COMPILE_CACHE"]);

const children: ChildProcess[] = [];
const server = createServer();
// The emulated gateway's records end with it, so each start uses a new database.
const dataDir = await mkdtemp(join(tmpdir(), "wonflow-live-shop-"));

let isStopping = false;
async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  server.close();
  server.closeAllConnections();
  // The service first, so that what it still does finds its gateway.
  for (const child of children.toReversed()) await end(child);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  process.exit(exitCode);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));
// A shell in between, as npm has one, passes no signal on: then only the parent is another one.
const parent = process.ppid;
setInterval(() => process.ppid === parent || void stop(0), 500).unref();

function watch(child: ChildProcess): void {
  children.push(child);
  // Without one of them the others are of no use.
  child.once("exit", () => void stop(1));
}

async function start(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  const keys = { name: "S2_live_shop", secret: randomBytes(16).toString("hex") };
  const gateway = await startGateway(`${keys.name}:${keys.secret}`);
  watch(gateway.child);
  console.log(`The emulated gateway is at ${gateway.url}`);

  const settings = {
    WONFLOW_MODE: "production",
    WONFLOW_DATA: dataDir,
    WONFLOW_SECRET: randomBytes(24).toString("base64url"),
    WONFLOW_URL: service,
    PORT: servicePort,
    HOST: "127.0.0.1",
    WONFLOW_TRUSTED_PROXIES: "none",
    WONFLOW_OPERATOR: "게이트웨이 흉내 (실제 돈이 아니에요)",
    WONFLOW_NICE_URL: gateway.url,
    WONFLOW_NICE_CLIENT_KEY: keys.name,
    WONFLOW_NICE_SECRET_KEY: keys.secret,
    WONFLOW_NICE_METHODS: "CARD,KAKAOPAY,NAVERPAY,TRANSFER",
    // This machine's other name: the pages that run the gateway's script are of another host.
    WONFLOW_WINDOW_URL: `http://127.0.0.1:${servicePort}`,
    // A call without an answer has had its effect at once here, so that a person sees the end of it in a minute.
    WONFLOW_NICE_SETTLES_SECONDS: "5",
  };
  const run = async <Schema extends z.ZodType>(args: readonly string[], schema: Schema) => {
    console.log(`$ wonflow ${args.map((text) => (text.includes(" ") ? `"${text}"` : text)).join(" ")}`);
    return schema.parse(await runCommand(args, settings));
  };
  const merchant = ["--mid", "7", "--mode", "live"];
  const terms = ["--name", shopName, "--fee-rate", "3.3", "--origins", url];
  const methods = "KEYIN,CARD,EASY_PAY,TRANSFER";
  const offered = ["--methods", methods, "--default-methods", methods];
  await run(["merchants", "set", ...merchant, ...terms, ...offered], z.object({ mId: z.literal(7) }));
  const issued = z.object({ key: z.string() });
  const { key: secretKey } = await run(["keys", "issue", ...merchant, "--type", "secret"], issued);
  const { key: clientKey } = await run(["keys", "issue", ...merchant, "--type", "client"], issued);
  console.log("$ wonflow start");
  watch(await startService(service, settings));
  await registerNotifications(gateway.url, keys, `${service}/gateways/default/notifications`);

  const { nodeListener } = await import("wonflow");
  const shop = createLiveShop({
    url,
    account: { mId: 7, url: service, secretKey, clientKey },
    orders: openOrders(join(dataDir, "shop-orders.json")),
    reported: openReportedSettlements(join(dataDir, "shop-settlements.json")),
    webhookSecret: () => undefined,
    isLive: true,
    gateway: gatewayAt(gateway.url),
    regular: { customerId: `regular-${randomUUID()}`, card: undefined },
  });
  server.on("request", nodeListener(shop));
  console.log(`\nNo real money: the gateway is emulated. Ctrl-C ends all of it.\nOpen the live shop: ${url}`);
}

start().catch((error: unknown) => {
  const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  console.error("live-shop:", taken ? `Port ${port} is taken: stop what uses it, or set SHOP_PORT` : error);
  return stop(1);
});
