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
  {
    method: "POST",
    path: "/windows/{token}/return",
    async answer({ payments, parameters, request }) {
      const fields = fieldsSchema.parse(await request.json());
      const returned = await payments.checkout.returnFromWindow(parameters["token"] ?? "", fields);
      return returned.ok ? ok(Response.json(returned.value)) : returned;
    },
  },
];
