import { z } from "zod";

export const gatewaySchema = z.enum(["PG_A", "PG_B"]);

export type Gateway = z.output<typeof gatewaySchema>;
