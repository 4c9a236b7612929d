import { shippedBins } from "@wonflow/card-data";
import type { Payments, Refusal } from "@wonflow/core";

import { createPayments } from "../create-payments.ts";
import { readEnvironment, type Environment } from "../environment.ts";
import { openParts } from "../serve.ts";
import { UsageError } from "./usage-error.ts";

/** Does some work on the store that the environment names, and closes it. */
export async function withPayments<Answer>(
  fallbackMode: Environment["mode"],
  work: (payments: Payments) => Promise<Answer>,
): Promise<Answer> {
  const environment = readEnvironment(process.env, fallbackMode);
  const { store, secrets } = await openParts(environment);
  try {
    // What the service serves before the first import is what an import tells its changes from.
    const cardData = environment.sandbox ? { bins: shippedBins } : {};
    return await work(createPayments({ store, cardNetworks: {}, cardData, secret: secrets }));
  } finally {
    await store.close();
  }
}

/** The fields that a refusal names, as one line. */
export function refused({ code, details = [] }: Refusal): UsageError {
  const problems = details.map(({ field, problem }) => `${field} ${problem}`);
  return new UsageError(problems.length === 0 ? `refused with ${code}; try again` : problems.join("; "));
}
