import express from "express";
import { checkMount, nodeListener } from "wonflow";

import { confirmOrder, page, placeOrder } from "./orders.ts";
import { handler, port, url } from "./payments.ts";

const app = express();
app.use("/pay", nodeListener(handler)); // before whatever reads bodies, such as express.json()
app.use(express.json());

app.get("/", (_request, response) => {
  response.send(page("Welcome!"));
});
app.post("/orders", async (_request, response) => {
  response.redirect(303, await placeOrder());
});
app.get("/ok", async ({ query }, response) => {
  response.send(await confirmOrder(query));
});
app.get("/fail", (_request, response) => {
  response.send(page("Nothing was paid."));
});

app.listen(port, "127.0.0.1", () => {
  // Ends the start where a payment could not work.
  void checkMount(handler).then(() => console.log(`Buy tea at ${url}`));
});
