import type { Gateway } from "@wonflow/core";
import { sandboxGateway } from "@wonflow/sandbox";
import { fakeClock, sequentialIds } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { observedGateways } from "./observed-providers.ts";

const sandbox = sandboxGateway({ clock: fakeClock(0), ids: sequentialIds() });

/** The sandbox, without what it has beside the port. */
const least: Gateway = {
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

const statement: NonNullable<Gateway["statement"]> = async () => ({ outcome: "unknown", reason: "no list" });

/** The values that a gateway declares, and the names of its calls. */
function declared(gateway: object) {
  return Object.entries(gateway)
    .map(([name, value]): [string, unknown] => [name, typeof value === "function" ? "a call" : value])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

test.each<[string, Gateway]>([
  ["all", { ...least, installmentMonths: [2, 6], credentials: async () => "2026", statement }],
  ["no installments", { ...least, installmentMonths: [] }],
  ["the least", least],
])("a gateway that is observed declares the same: %s", (_what, gateway) => {
  const observed = observedGateways({ test: { mine: gateway } });
  expect(declared(Object(observed.test).mine)).toEqual(declared(gateway));
});
