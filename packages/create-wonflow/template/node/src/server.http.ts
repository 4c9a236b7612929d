import { createServer } from "node:http";
import { checkMount, nodeListener } from "wonflow";
import { handler, port, stop, url } from "./payments.ts";
import { confirmOrder, page, placeOrder } from "./shop.ts";

/** The shop's answer to a request. */
async function answer(route: string, query: URLSearchParams): Promise<[status: number, type: string, body: string]> {
  if (route === "GET /") return [200, "text/html", page()];
  if (route === "POST /orders") return [200, "application/json", JSON.stringify(placeOrder())];
  if (route === "GET /ok") return [200, "text/html", await confirmOrder(query)];
  if (route === "GET /fail") return [200, "text/html", page("Nothing was paid.")];
  return [404, "text/plain", "There is nothing here."];
}

const pay = nodeListener(handler);
const server = createServer(async (request, response) => {
  if (request.url?.startsWith("/pay/") === true) return pay(request, response); // its body is still unread
  try {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    const [status, type, body] = await answer(`${request.method} ${pathname}`, searchParams);
    response.writeHead(status, { "Content-Type": `${type}; charset=utf-8` }).end(body);
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
});
server.listen(port, "127.0.0.1", async () => {
  await checkMount(handler); // ends the start if payments could not work
  console.log(`Buy tea at ${url}`);
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => server.close(() => void stop()));
