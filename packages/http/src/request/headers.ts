import { errorCodes, idempotencyKeySchema, type RequestOptions } from "@wonflow/core";
import { z } from "zod";

interface HeaderText {
  readonly option: keyof RequestOptions;
  readonly description: string;
  readonly schema: z.ZodType;
  readonly example: string;
}

export const requestHeaders = {
  "Idempotency-Key": {
    option: "idempotencyKey",
    description: "For 15 days the same key and request get the same answer; a new request needs a new key",
    schema: idempotencyKeySchema,
    example: "5b1f0c2e-order-20261120-0001",
  },
  "Payments-Test-Code": {
    option: "testCode",
    description:
      "With a test key: an error code to be answered, with its status, and nothing happens. Any code of the service is taken, also one that this operation never answers otherwise and does not list",
    schema: z.enum(errorCodes),
    example: "REJECT_CARD_PAYMENT",
  },
} as const satisfies Record<string, HeaderText>;

export type RequestHeader = keyof typeof requestHeaders;

export function optionsIn(headers: Headers, taken: readonly RequestHeader[]): RequestOptions {
  return Object.fromEntries(taken.map((name) => [requestHeaders[name].option, headers.get(name) ?? undefined]));
}
