import type { Command } from "commander";
import { z } from "zod";
import { withSettingsInFiles } from "../settings/settings-in-files.ts";
import { readEnvironment, liveOf } from "../settings/environment.ts";
import { wrongBecause, type Finding } from "../findings/finding.ts";
import { checkOwnService, checkProgramsDatabase } from "../doctor/own-service.ts";
import { checkServiceAt } from "../doctor/service-outside.ts";
import { visibleLine } from "../visible-text.ts";
import { addCommand, option, UsageError } from "./command.ts";
import { withProgress } from "./print.ts";
import { mId } from "./options.ts";
import { tenantId, type CardDetails, type Payments } from "@wonflow/core";
import { systemClock, randomIds } from "../machine.ts";
import { tryGateway, triedAmount } from "../doctor/gateway.ts";
import { liveGatewaySettings } from "../gateways/definitions.ts";
import type { LiveGateway } from "../gateways/gateway-settings.ts";
import { liveGateways } from "../gateways/live-gateways.ts";
import { secretReader } from "./read-password.ts";
import { withSecret } from "./with-payments.ts";

const url = z
  .url({ protocol: /^https?$/, error: "--url must be an http or https URL" })
  .transform((given) => given.replace(/\/+$/, ""))
  .optional();

const notes = `Without --url, checks the settings in the environment, the database and its due
work, and changes nothing. With --url, checks a running service over HTTP, with
the keys in WONFLOW_SECRET_KEY and WONFLOW_CLIENT_KEY. A secret key of test mode
creates a checkout session, which stays unpaid.

If your program embeds the service, give the address of its mount, its database
in DATABASE_URL (or WONFLOW_DATA) and its secret in WONFLOW_SECRET. The program
and the database are checked then, without the settings of wonflow start.

With --gateway, pays with a real card of your own and refunds it. This
calls the gateway directly and writes nothing to the database.

Exits with 1 if something is wrong.`;

export function addDoctorCommand(program: Command): void {
  addCommand(program, "doctor", {
    description: "find problems of a service, and how to fix them",
    notes,
    examples: [
      "wonflow doctor",
      "wonflow doctor --url http://localhost:4242",
      "DATABASE_URL=… WONFLOW_SECRET=… wonflow doctor \\\n    --url http://localhost:3000/pay",
      "WONFLOW_SECRET_KEY=… WONFLOW_CLIENT_KEY=… wonflow doctor \\\n    --url https://pay.example --json",
      "wonflow doctor --gateway default",
    ],
    options: z.object({
      url: option("--url <url>", "the address of a running service", url),
      gateway: option(
        "--gateway <name>",
        "pay 1,000 won three times at a live gateway: default, or own for a merchant's own contract",
        z.string().optional(),
      ),
      mid: option("--mid <number>", "the merchant whose own keys are tried (default: 1)", mId.default(1)),
    }),
    async run({ url: address, gateway: name, mid }) {
      const findings = name === undefined ? await lookAround(address) : await tryGatewayOfSettings({ name, mId: mid });
      const isWrong = findings.some(({ status }) => status === "wrong");
      if (isWrong) process.exitCode = 1;
      return { value: { ok: !isWrong, findings }, text: textOf(findings) };
    },
  });
}

function lookAround(address: string | undefined): Promise<readonly Finding[]> {
  return withProgress("Checking", () => (address === undefined ? checkHere() : checkAt(address)));
}

async function checkAt(address: string): Promise<readonly Finding[]> {
  const { WONFLOW_SECRET_KEY: secret, WONFLOW_CLIENT_KEY: client } = process.env;
  const outside = await checkServiceAt(address, { secret, client });
  try {
    const { DATABASE_URL = "", WONFLOW_DATA = "", WONFLOW_SECRET } = withSettingsInFiles(process.env);
    if (DATABASE_URL === "" && WONFLOW_DATA === "") return outside;
    // A moved clock is wrong only outside of development.
    const isDevelopment = outside.some(({ check }) => check === "development clock");
    const named = { DATABASE_URL, WONFLOW_DATA, WONFLOW_SECRET };
    const environment = readEnvironment(named, isDevelopment ? "development" : "production");
    return [...outside, ...(await checkProgramsDatabase(environment, outside))];
  } catch (error) {
    return [...outside, wrongBecause("settings", error)];
  }
}

async function checkHere(): Promise<readonly Finding[]> {
  try {
    const isServer = (withSettingsInFiles(process.env)["DATABASE_URL"] ?? "") !== "";
    return await checkOwnService(readEnvironment(process.env, isServer ? "production" : "development"));
  } catch (error) {
    return [wrongBecause("settings", error)];
  }
}

const signs: Readonly<Record<Finding["status"], string>> = { ok: "ok    ", look: "look  ", wrong: "WRONG " };

function textOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, status, found, action }) => {
    const next = action === null ? [] : [`      → ${visibleLine(action)}`];
    return [`${signs[status]}${check.padEnd(width)}  ${visibleLine(found)}`, ...next];
  });
  const count = (status: Finding["status"]) => findings.filter((finding) => finding.status === status).length;
  const sum = `${count("wrong")} wrong, ${count("look")} to look at.`;
  return [...lines, "", count("wrong") + count("look") === 0 ? "No problems found." : sum].join("\n");
}

interface Tried {
  readonly name: string;
  /** The merchant with whose keys it is tried. */
  readonly mId: number;
}

/** Tries a gateway of the settings with a card that a person types, or that comes in through a pipe. */
async function tryGatewayOfSettings(tried: Tried): Promise<readonly Finding[]> {
  const live = liveOf(readEnvironment(process.env, "production"));
  if (live.length === 0) throw new UsageError(`no live gateway is set: set ${liveGatewaySettings}`);
  const settings = live.find(({ definition: { names } }) => Object.values(names).includes(tried.name));
  if (settings === undefined) {
    const names = live.map(
      ({ definition }) => `${definition.names.service}, with the keys of the settings, or ${definition.names.own}`,
    );
    throw new UsageError(`there is no gateway ${tried.name} with keys: it is ${names.join(", or ")}`);
  }
  if (tried.name === settings.definition.names.own) {
    return withSecret(({ providerKeys }) => tryWith(settings, tried, { providerKeys }));
  }
  const providerKeys = { open: async () => [] };
  return tryWith(settings, tried, { providerKeys });
}

interface Keys {
  readonly providerKeys: Pick<Payments["providerKeys"], "open">;
}

async function tryWith(settings: LiveGateway, { name, mId }: Tried, payments: Keys): Promise<readonly Finding[]> {
  const { names } = settings.definition;
  const tenant = { mId, mode: "live" } as const;
  const keys = name === names.own ? await payments.providerKeys.open(tenant, names.own) : settings.keys;
  const open = async (given: typeof keys) => {
    const live = await liveGateways([{ ...settings, keys: given }], { clock: systemClock, payments });
    return live?.gateways[names.service];
  };
  const gateway = await open(keys);
  if (gateway === undefined) {
    throw new UsageError(
      name === names.own
        ? `merchant ${mId} has no keys of its own: wonflow merchants provider-keys --mid ${mId} --mode live --set …`
        : `the settings have no keys: set ${settings.definition.prefix}_CLIENT_KEY and ${settings.definition.prefix}_SECRET_KEY, or try ${names.own}`,
    );
  }
  const { keyIn } = gateway;
  if (keyIn === undefined) throw new UsageError(`${name} takes no card numbers, so no card can be tried here`);
  const others = await Promise.all(
    keys.slice(1).map(async (key) => [key.name, (await open([key])) ?? gateway] as const),
  );
  const prefix = `doctor-${randomIds.random(12)}`;
  // Printed first, so that the payments of an interrupted run can be found.
  console.error(
    `This pays ${triedAmount.toLocaleString("en")} won three times with a real card and refunds it. Order ids begin with ${prefix}.`,
  );
  const card = await readCard();
  const trial = { gateway, keyIn, others, tenant: tenantId(tenant), card, clock: systemClock, prefix };
  return withProgress("Paying 1,000 won and refunding it", () => tryGateway(trial));
}

async function readCard(): Promise<CardDetails> {
  const read = secretReader();
  const digits = async (prompt: string, pattern: RegExp, must: string) => {
    const typed = (await read(prompt)).replaceAll(/[ /-]/g, "");
    if (!pattern.test(typed)) throw new UsageError(`${prompt} ${must}`);
    return typed;
  };
  const number = await digits("Card number:", /^\d{12,19}$/, "must be 12 to 19 digits");
  const expiry = await digits(
    "Expiry (MM/YY):",
    /^(?:0[1-9]|1[0-2])\d\d$/,
    "must be a month and a year, such as 08/29",
  );
  const registNo = await digits(
    "Birth date (YYMMDD), or business number of a company's card:",
    /^(?:\d{6}|\d{10,11})$/,
    "must be 6 digits, or 10 or 11 of a company",
  );
  const passwordFront2 = await digits("First two digits of the card's password:", /^\d{2}$/, "must be two digits");
  return { number, expiryMonth: expiry.slice(0, 2), expiryYear: expiry.slice(2), registNo, passwordFront2 };
}
