import { z } from "zod";

/** The number that a Korean business is registered under (사업자등록번호): 10 digits, `1234567890`. */
export const businessRegistrationNumberSchema = z.string().regex(/^\d{10}$/, "must be 10 digits, without hyphens");
