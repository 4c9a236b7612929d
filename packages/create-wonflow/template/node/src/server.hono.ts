import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { checkMount } from "wonflow";
import { handler, port, stop, url } from "./payments.ts";
import { confirmOrder, page, placeOrder } from "./shop.ts";

const app = new Hono();
// Before all middleware, such as cors(), which answers OPTIONS, bodyLimit(), or secureHeaders().
app.all("/pay/*", (c) => handler(c.req.raw, { remoteAddress: getConnInfo(c).remote.address }));
app.get("/", (c) => c.html(page()));
app.post("/orders", (c) => c.json(placeOrder()));
app.get("/ok", async (c) => c.html(await confirmOrder(new URL(c.req.url).searchParams)));
app.get("/fail", (c) => c.html(page("Nothing was paid.")));

const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, async () => {
  await checkMount(handler); // ends the start if payments could not work
  console.log(`Buy tea at ${url}`);
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => server.close(() => void stop()));
