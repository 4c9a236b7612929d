import { ok } from "@wonflow/core";
import type { Endpoint } from "@wonflow/http";
import { z } from "zod";

const fieldsSchema = z.record(z.string(), z.string());

/**
 * The addresses of an opening, which browsers come to. They answer what the pages would do with it, as the simulator
 * has no browser.
 */
export const windowEndpoints: readonly Endpoint[] = [
  {
    method: "GET",
    path: "/windows/{token}",
    async answer({ payments, parameters }) {
      const read = await payments.checkout.readWindow(parameters["token"] ?? "");
      return read.ok ? ok(Response.json(read.value.open)) : read;
    },
  },
  returning("POST"),
  returning("GET"),
];

/** A browser that knows the link names it as pages do. A GET looks again where a return has led. */
function returning(method: "GET" | "POST"): Endpoint {
  return {
    method,
    path: "/windows/{token}/return",
    async answer({ payments, parameters, request }) {
      const fields = method === "POST" ? fieldsSchema.parse(await request.json()) : null;
      const [, checkoutToken] = /^Bearer (cs_.+)$/.exec(request.headers.get("Authorization") ?? "") ?? [];
      const options = { checkoutToken };
      const returned = await payments.checkout.returnFromWindow(parameters["token"] ?? "", fields, options);
      return returned.ok ? ok(Response.json(returned.value)) : returned;
    },
  };
}
