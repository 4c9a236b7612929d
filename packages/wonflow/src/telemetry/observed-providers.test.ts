import type { CardNetwork } from "@wonflow/core";
import { sandboxCardNetwork } from "@wonflow/sandbox";
import { fakeClock, sequentialIds } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { observedCardNetworks } from "./observed-providers.ts";

const sandbox = sandboxCardNetwork({ clock: fakeClock(0), ids: sequentialIds() });

/** The sandbox, without what it has beside the port. */
const least: CardNetwork = {
  sandbox: true,
  settlesWithinMs: sandbox.settlesWithinMs,
  reversibleForMs: sandbox.reversibleForMs,
  storesCheckedCards: sandbox.storesCheckedCards,
  repeatsCancellations: sandbox.repeatsCancellations,
  authenticate: sandbox.authenticate,
  issueToken: sandbox.issueToken,
  releaseToken: sandbox.releaseToken,
  approve: sandbox.approve,
  cancel: sandbox.cancel,
  reverse: sandbox.reverse,
  lookUpApproval: sandbox.lookUpApproval,
  lookUpCancellation: sandbox.lookUpCancellation,
};

const statement: NonNullable<CardNetwork["statement"]> = async () => ({ outcome: "unknown", reason: "no list" });

/** The values that a network declares, and the names of its calls. */
function declared(network: object) {
  return Object.entries(network)
    .map(([name, value]): [string, unknown] => [name, typeof value === "function" ? "a call" : value])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

test.each<[string, CardNetwork]>([
  ["all", { ...least, installmentMonths: [2, 6], credentials: async () => "2026", statement }],
  ["no installments", { ...least, installmentMonths: [] }],
  ["the least", least],
])("a network that is observed declares the same: %s", (_what, network) => {
  const observed = observedCardNetworks({ test: { mine: network } });
  expect(declared(Object(observed.test).mine)).toEqual(declared(network));
});
