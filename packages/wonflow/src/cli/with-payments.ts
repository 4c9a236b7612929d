import { shippedBins } from "@wonflow/card-data";
import type { Payments, Refusal } from "@wonflow/core";

import { checkSecret } from "../check-secret.ts";
import { createPayments } from "../create-payments.ts";
import { readEnvironment, type Environment } from "../environment.ts";
import { openParts } from "../serve.ts";
import { UsageError } from "./usage-error.ts";

/** Does some work on the store that the environment names, and closes it. */
export async function withPayments<Answer>(
  fallbackMode: Environment["mode"],
  work: (payments: Payments, environment: Environment) => Promise<Answer>,
): Promise<Answer> {
  const environment = readEnvironment(process.env, fallbackMode);
  const { store, secrets, clock } = await openParts(environment);
  try {
    // What the service serves before the first import is what an import tells its changes from.
    const cardData = environment.sandbox ? { bins: shippedBins } : {};
    return await work(createPayments({ store, clock, cardNetworks: {}, cardData, secret: secrets }), environment);
  } finally {
    await store.close();
  }
}

/** The same for work that seals something, hence only with the secret that the store was set up with. */
export function withSecret<Answer>(work: (payments: Payments) => Promise<Answer>): Promise<Answer> {
  return withPayments("production", async (payments, environment) => {
    await checkSecret(payments, environment);
    return work(payments);
  });
}

/** The fields that a refusal names, as one line. */
export function refused({ code, details = [] }: Refusal): UsageError {
  const problems = details.map(({ field, problem }) => `${field} ${problem}`);
  return new UsageError(problems.length === 0 ? `refused with ${code}; try again` : problems.join("; "));
}
