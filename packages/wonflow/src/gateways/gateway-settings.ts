import type { ProviderKey } from "@wonflow/core";
import { z } from "zod";
import { isOnThisMachine, type GatewayDefinition, type GatewaySettings } from "./definition.ts";

/** A gateway of live mode that the settings name. */
export interface LiveGateway extends GatewaySettings {
  readonly definition: GatewayDefinition;
  /** The service's own keys, the newest first: of every merchant that has none. */
  readonly keys: readonly ProviderKey[];
}

const text = z
  .string()
  .trim()
  .optional()
  .transform((given) => (given === "" ? undefined : given));

const list = text.transform((given) => given?.split(",").map((one) => one.trim()) ?? []);

function urlSetting(name: string, usual: string) {
  return text.pipe(
    z
      .url({ protocol: /^https?$/, error: `${name} must be an https URL, such as ${usual}` })
      .refine(
        (given) => given.startsWith("https:") || isOnThisMachine(given),
        `${name} must be https: card numbers go there`,
      )
      .transform((given) => given.replace(/\/+$/, ""))
      .optional(),
  );
}

function secondsSetting(name: string, most: number) {
  const problem = `${name} must be a number of seconds from 1 to ${most}`;
  return text.pipe(
    z
      .string()
      .regex(/^\d{1,4}$/, problem)
      .transform(Number)
      .refine((given) => given >= 1 && given <= most, problem)
      .optional(),
  );
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The settings of a gateway in these variables. It is bound if its address or keys are set: with the address alone every
 * merchant brings its own keys.
 */
export function readGateway(definition: GatewayDefinition, variables: Variables) {
  const { prefix } = definition;
  return schemaOf(definition).safeParse({
    url: variables[`${prefix}_URL`],
    names: variables[`${prefix}_CLIENT_KEY`],
    secrets: variables[`${prefix}_SECRET_KEY`],
    settlesSeconds: variables[`${prefix}_SETTLES_SECONDS`],
    methods: variables[`${prefix}_METHODS`],
  });
}

function schemaOf(definition: GatewayDefinition) {
  const { prefix, settlesWithin } = definition;
  return z
    .object({
      url: urlSetting(`${prefix}_URL`, definition.url),
      names: list,
      secrets: list,
      settlesSeconds: secondsSetting(`${prefix}_SETTLES_SECONDS`, settlesWithin.most),
      methods: list,
    })
    .transform(({ names, secrets, settlesSeconds, methods, ...given }, context): LiveGateway | undefined => {
      if (names.length !== secrets.length || new Set(names).size !== names.length || names.includes("")) {
        context.addIssue(
          `${prefix}_CLIENT_KEY and ${prefix}_SECRET_KEY must name the same keys in the same order, the newest first, separated by commas`,
        );
      }
      if (
        new Set(methods).size !== methods.length ||
        methods.some((each) => !definition.windowMethods.includes(each))
      ) {
        context.addIssue(
          `${prefix}_METHODS must be methods of the window, each once, separated by commas: ${definition.windowMethods.join(", ")}`,
        );
      }
      if (names.length === 0 && given.url === undefined) return undefined;
      const url = given.url ?? definition.url;
      const keys = names.map((name, index) => ({ name, secret: secrets[index] ?? "" }));
      const problem = definition.problem({ url, keys });
      if (problem !== undefined) context.addIssue(`${prefix}_${problem}`);
      const settlesWithinMs = (settlesSeconds ?? settlesWithin.usual) * 1_000;
      return { definition, url, keys, settlesWithinMs, methods };
    });
}
