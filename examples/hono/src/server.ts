import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { confirmOrder, handler, page, placeOrder, port, url } from "@wonflow/example-tea-house";
import { checkMount } from "wonflow";

const app = new Hono();
// Before middleware that reads bodies, limits them or answers OPTIONS, such as cors().
app.all("/pay/*", (c) => handler(c.req.raw, { remoteAddress: getConnInfo(c).remote.address }));

app.get("/", (c) => c.html(page("Welcome!")));
app.post("/orders", async (c) => c.redirect(await placeOrder(), 303));
app.get("/ok", async (c) => c.html(await confirmOrder(c.req.query())));
app.get("/fail", (c) => c.html(page("Nothing was paid.")));

serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, () => {
  // Ends the start where a payment could not work.
  void checkMount(handler).then(() => console.log(`Buy tea at ${url}`));
});
