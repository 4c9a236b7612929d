import fastify from "fastify";
import { checkMount, nodeListener } from "wonflow";
import { handler, port, stop, url } from "./payments.ts";
import { confirmOrder, page, placeOrder } from "./shop.ts";

const app = fastify();
const listener = nodeListener(handler);
await app.register(
  async (pay) => {
    pay.removeAllContentTypeParsers(); // Wonflow reads bodies of every type here
    pay.addContentTypeParser("*", (_request, _body, done) => done(null));
    // With `cors: false` an @fastify/cors of the app leaves OPTIONS to the service, wherever it is registered.
    pay.all("/*", { config: { cors: false } }, (request, reply) => {
      reply.hijack();
      listener(request.raw, reply.raw);
    });
  },
  { prefix: "/pay", logLevel: "warn" }, // no log of requests: a checkout's address gives access to it
);

app.get("/", (_request, reply) => reply.type("text/html").send(page()));
app.post("/orders", async () => placeOrder());
app.get("/ok", async (request, reply) => {
  return reply.type("text/html").send(await confirmOrder(new URL(request.originalUrl, url).searchParams));
});
app.get("/fail", (_request, reply) => reply.type("text/html").send(page("Nothing was paid.")));

app.addHook("onClose", stop);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void app.close());
await app.listen({ port, host: "127.0.0.1" });
await checkMount(handler); // ends the start if payments could not work
console.log(`Buy tea at ${url}`);
