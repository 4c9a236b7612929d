import fastify from "fastify";
import { confirmOrder, handler, page, placeOrder, port, url } from "@wonflow/example-tea-house";
import { checkMount, nodeListener } from "wonflow";

const app = fastify();
const listener = nodeListener(handler);
await app.register(
  async (pay) => {
    pay.removeAllContentTypeParsers(); // bodies are Wonflow's to read here, whatever their type
    pay.addContentTypeParser("*", (_request, _body, done) => done(null));
    pay.all("/*", (request, reply) => {
      reply.hijack();
      listener(request.raw, reply.raw);
    });
  },
  { prefix: "/pay" },
);

// A form without fields is all that this shop is sent.
app.addContentTypeParser("application/x-www-form-urlencoded", (_request, body, done) => {
  body.resume().on("end", () => done(null));
});
app.get("/", (_request, reply) => reply.type("text/html").send(page("Welcome!")));
app.post("/orders", async (_request, reply) => reply.redirect(await placeOrder(), 303));
app.get<{ Querystring: Record<string, string> }>("/ok", async ({ query }, reply) =>
  reply.type("text/html").send(await confirmOrder(query)),
);
app.get("/fail", (_request, reply) => reply.type("text/html").send(page("Nothing was paid.")));

await app.listen({ port, host: "127.0.0.1" });
await checkMount(handler); // ends the start where a payment could not work
console.log(`Buy tea at ${url}`);
