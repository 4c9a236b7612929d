import { answered } from "./answered.ts";
import { receivedFrom, type Received, type Sent } from "./received.ts";
import type { AttackedService } from "./attacked-service.ts";

type Asked = Pick<AttackedService, "handler" | "clock">;

/** Sends a request to the fetch handler. */
export async function askHandler({ handler, clock }: Asked, sent: Sent): Promise<Received> {
  const { method, path, headers, body } = sent;
  const request = new Request(`https://pay.example${path}`, {
    method,
    headers: headers.map(([name, value]) => [name, value]),
    ...(body !== undefined && method !== "GET" && method !== "HEAD" && { body: new Uint8Array(body), duplex: "half" }),
  });
  const read = async () => {
    const response = await handler(request);
    return receivedFrom(response.status, response.headers, await response.arrayBuffer());
  };
  return answered(read(), clock);
}
