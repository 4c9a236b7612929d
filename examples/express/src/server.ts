import express from "express";
import { confirmOrder, handler, page, placeOrder, port, url } from "@wonflow/example-tea-house";
import { checkMount, nodeListener } from "wonflow";

const app = express();
app.use("/pay", nodeListener(handler)); // before any body parser, such as express.json()
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
