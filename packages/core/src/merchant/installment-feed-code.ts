import { z } from "zod";

export const installmentFeedCodeSchema = z.enum(["PG_A", "PG_B"]);

export type InstallmentFeedCode = z.output<typeof installmentFeedCodeSchema>;
