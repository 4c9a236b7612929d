import { z } from "zod";

/** The payment gateways whose installment information a merchant may read. */
export const gatewaySchema = z.enum(["PG_A", "PG_B"]);

export type Gateway = z.output<typeof gatewaySchema>;
