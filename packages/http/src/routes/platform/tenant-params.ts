import { ok, parseTenantId, refuse, type Result, type Tenant } from "@wonflow/core";
import { z } from "zod";

export const tenantParams = z.object({
  mId: z.string().meta({ description: "Any merchant's id" }),
  mode: z.string().meta({ description: "test or live", enum: ["test", "live"] }),
});

/** The tenant that a path names. */
export function tenantIn({ mId, mode }: z.output<typeof tenantParams>): Result<Tenant, "NOT_FOUND_MERCHANT"> {
  const tenant = parseTenantId(`${mId}:${mode}`);
  return tenant === undefined ? refuse("NOT_FOUND_MERCHANT") : ok(tenant);
}
