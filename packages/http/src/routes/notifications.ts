import { ok, refuse, type ErrorCode } from "@wonflow/core";
import type { Endpoint } from "../route.ts";

/** Bytes of a message of a provider. */
const longestMessage = 16 * 1024;

/**
 * Takes messages of gateways' providers, at the address that is registered with them. What they say is only looked up,
 * so that they need no sign-in; the adapter refuses a forged one. A provider expects its own response.
 */
export const notificationEndpoints: readonly Endpoint[] = [
  {
    method: "POST",
    path: "/gateways/{name}/notifications",
    limits: { address: "keylessByAddress" },
    async answer({ payments, request, parameters }) {
      if (Number(request.headers.get("Content-Length") ?? 0) > longestMessage) return tooLarge;
      const body = await request.text().catch(() => undefined);
      if (body === undefined) return refused("INVALID_REQUEST", "must be complete");
      if (new TextEncoder().encode(body).length > longestMessage) return tooLarge;
      const headers = Object.fromEntries(request.headers);
      const result = await payments.checkout.notified(parameters["name"] ?? "", { headers, body });
      if (!result.ok) return result;
      const { contentType, body: text } = result.value;
      return ok(new Response(text, { headers: { "Content-Type": contentType, "Cache-Control": "no-store" } }));
    },
  },
];

function refused(code: ErrorCode, problem: string) {
  return refuse(code, [{ field: "body", code, problem }]);
}

const tooLarge = refused("REQUEST_TOO_LARGE", `must be at most ${longestMessage} bytes`);
