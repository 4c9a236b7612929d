import { tenantId, type CardDetails, type Payments } from "@wonflow/core";

import { systemClock } from "../system-clock.ts";
import { tryGateway, triedAmount } from "../doctor/gateway.ts";
import type { Finding } from "../findings/finding.ts";
import { niceOf, readEnvironment } from "../settings/environment.ts";
import { randomIds } from "../ids.ts";
import type { NiceSettings } from "../settings/nice-setting.ts";
import { liveGateways, ownGateway } from "../serve/live-gateways.ts";
import { withProgress } from "./progress.ts";
import { secretReader } from "./read-password.ts";
import { UsageError } from "./usage-error.ts";
import { withSecret } from "./with-payments.ts";

interface Tried {
  readonly name: string;
  /** The merchant with whose keys it is tried. */
  readonly mId: number;
}

/** Tries a gateway of the settings with a card that a person types, or that comes in through a pipe. */
export async function tryGatewayOfSettings(tried: Tried): Promise<readonly Finding[]> {
  const nice = niceOf(readEnvironment(process.env, "production"));
  if (nice === undefined) {
    throw new UsageError("no live gateway is set: set WONFLOW_NICE_CLIENT_KEY and WONFLOW_NICE_SECRET_KEY");
  }
  if (tried.name === ownGateway) return withSecret(({ providerKeys }) => tryWith(nice, tried, { providerKeys }));
  const providerKeys = { open: async () => [] };
  return tryWith(nice, tried, { providerKeys });
}

interface Keys {
  readonly providerKeys: Pick<Payments["providerKeys"], "open">;
}

async function tryWith(nice: NiceSettings, { name, mId }: Tried, payments: Keys): Promise<readonly Finding[]> {
  const tenant = { mId, mode: "live" } as const;
  const keys = name === ownGateway ? await payments.providerKeys.open(tenant, ownGateway) : nice.keys;
  const open = async (given: typeof keys) => {
    const { gateways } = await liveGateways({ ...nice, keys: given }, { clock: systemClock, payments });
    return gateways["default"];
  };
  const gateway = await open(keys);
  if (gateway === undefined || !["default", ownGateway].includes(name)) {
    throw new UsageError(
      name === ownGateway
        ? `merchant ${mId} has no keys of its own: wonflow merchants provider-keys --mid ${mId} --mode live --set …`
        : `there is no gateway ${name} with keys: it is default, with the keys of the settings, or ${ownGateway}`,
    );
  }
  const others = await Promise.all(
    keys.slice(1).map(async (key) => [key.name, (await open([key])) ?? gateway] as const),
  );
  const prefix = `doctor-${randomIds.random(12)}`;
  // Printed first, so that the payments of an interrupted run can be found.
  console.error(
    `This pays ${triedAmount.toLocaleString("en")} won twice with a real card and refunds it. Order ids begin with ${prefix}.`,
  );
  const card = await readCard();
  const trial = { gateway, others, tenant: tenantId(tenant), card, clock: systemClock, prefix };
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
