import { z } from "zod";

import type { Refused } from "../../result.ts";

/** The name of a mode's gateway where only one is bound, without a name. */
export const unnamedGateway = "default";

/** Names are stored with payments permanently: they are short, and safe in logs and metrics. */
export const gatewayNameSchema = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, "must be 1 to 40 of a–z, 0–9 and -, without - at its ends");

/** Where a call to a gateway goes. Stored with its attempt. */
export const routeFields = {
  /** The name under which the gateway is bound. */
  gateway: z.string().default(unnamedGateway),
  /** The gateway's name of the credentials that the call was last sent with; null if it has none. */
  credentials: z.string().nullable().default(null),
};

export interface Route {
  readonly gateway: string;
  readonly credentials: string | null;
}

/** The routes of a tenant's new calls. */
export interface Routes {
  readonly to: (gateway: string) => Route;
  /** Refuses a gateway that is not bound, or where the tenant has no account. */
  readonly refusal: (gateway: string) => Refused<"FORBIDDEN_REQUEST"> | undefined;
}
