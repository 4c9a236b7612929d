import type { ProviderKey } from "@wonflow/core";
import { z } from "zod";

/** The gateway of live mode, NICE Payments. */
export interface NiceSettings {
  readonly url: string;
  /** The service's own keys, the newest first: of every merchant that has none. */
  readonly keys: readonly ProviderKey[];
  /** How long an unanswered call may still take effect. */
  readonly settlesWithinMs: number;
}

const liveUrl = "https://api.nicepay.co.kr";

/** A secret key is the key of AES-256 too. */
const secretLength = 32;

/** A gateway may settle in less than half of the hour in which an approval can be net-canceled; 0 would promise tombstones. */
const mostSeconds = 1_799;

const usualSeconds = 15 * 60;

const text = z
  .string()
  .trim()
  .optional()
  .transform((given) => (given === "" ? undefined : given));

const list = text.transform((given) => given?.split(",").map((one) => one.trim()) ?? []);

const url = text.pipe(
  z
    .url({ protocol: /^https?$/, error: "WONFLOW_NICE_URL must be an https URL, such as https://api.nicepay.co.kr" })
    .refine(isSafe, "WONFLOW_NICE_URL must be https: card numbers go there")
    .transform((given) => given.replace(/\/+$/, ""))
    .optional(),
);

const seconds = text.pipe(
  z
    .string()
    .regex(/^\d{1,4}$/, `WONFLOW_NICE_SETTLES_SECONDS must be a number of seconds from 1 to ${mostSeconds}`)
    .transform(Number)
    .refine(
      (given) => given >= 1 && given <= mostSeconds,
      `WONFLOW_NICE_SETTLES_SECONDS must be a number of seconds from 1 to ${mostSeconds}`,
    )
    .optional(),
);

/** The gateway is bound if its address or keys are set: with the address alone every merchant brings its own keys. */
export const niceSchema = z
  .object({
    WONFLOW_NICE_URL: url,
    WONFLOW_NICE_CLIENT_KEY: list,
    WONFLOW_NICE_SECRET_KEY: list,
    WONFLOW_NICE_SETTLES_SECONDS: seconds,
  })
  .transform((given, context): NiceSettings | undefined => {
    const { WONFLOW_NICE_CLIENT_KEY: names, WONFLOW_NICE_SECRET_KEY: secrets } = given;
    if (secrets.some((secret) => secret.length !== secretLength)) {
      context.addIssue(`WONFLOW_NICE_SECRET_KEY must have ${secretLength} characters; several are separated by commas`);
    }
    if (names.length !== secrets.length || new Set(names).size !== names.length || names.includes("")) {
      context.addIssue(
        "WONFLOW_NICE_CLIENT_KEY and WONFLOW_NICE_SECRET_KEY must name the same keys in the same order, the newest first, separated by commas",
      );
    }
    if (names.length === 0 && given.WONFLOW_NICE_URL === undefined) return undefined;
    return {
      url: given.WONFLOW_NICE_URL ?? liveUrl,
      keys: names.map((name, index) => ({ name, secret: secrets[index] ?? "" })),
      settlesWithinMs: (given.WONFLOW_NICE_SETTLES_SECONDS ?? usualSeconds) * 1_000,
    };
  });

function isSafe(given: string): boolean {
  return !given.startsWith("http:") || isOnThisMachine(given);
}

/** Whether an address is of this machine, where an emulator may run. */
export function isOnThisMachine(given: string): boolean {
  return ["127.0.0.1", "localhost", "[::1]"].includes(URL.parse(given)?.hostname ?? "");
}
