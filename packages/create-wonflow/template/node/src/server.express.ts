import express from "express";
import { checkMount, nodeListener } from "wonflow";
import { handler, port, stop, url } from "./payments.ts";
import { confirmOrder, page, placeOrder } from "./shop.ts";

const app = express();
app.use("/pay", nodeListener(handler)); // before any body parser, such as express.json()
app.get("/", (_, response) => response.send(page()));
app.post("/orders", (_, response) => response.json(placeOrder()));
app.get("/ok", async (request, response) => {
  response.send(await confirmOrder(new URL(request.originalUrl, url).searchParams));
});
app.get("/fail", (_, response) => response.send(page("Nothing was paid.")));

const server = app.listen(port, "127.0.0.1", async (error) => {
  if (error) throw error;
  await checkMount(handler); // ends the start if payments could not work
  console.log(`Buy tea at ${url}`);
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => server.close(() => void stop()));
