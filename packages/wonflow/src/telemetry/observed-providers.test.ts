import type { Gateway } from "@wonflow/core";
import { sandboxGateway } from "@wonflow/sandbox";
import { fakeClock, sequentialIds } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { observedGateways } from "./observed-providers.ts";

const windowUrl = "https://window.example";
const sandbox = sandboxGateway({ clock: fakeClock(0), ids: sequentialIds(), windowUrl });
const { storesCheckedCards, authenticate, issueToken, releaseToken } = sandbox.keyIn;
const keyIn = { storesCheckedCards, authenticate, issueToken, releaseToken };

/** The sandbox, without what it has beside the port. */
const least: Gateway = {
  sandbox: true,
  settlesWithinMs: sandbox.settlesWithinMs,
  reversibleForMs: sandbox.reversibleForMs,
  repeatsApprovals: sandbox.repeatsApprovals,
  repeatsCancellations: sandbox.repeatsCancellations,
  approve: sandbox.approve,
  cancel: sandbox.cancel,
  reverse: sandbox.reverse,
  lookUpApproval: sandbox.lookUpApproval,
  lookUpCancellation: sandbox.lookUpCancellation,
};

const statement: NonNullable<Gateway["statement"]> = async () => ({ outcome: "unknown", reason: "no list" });

/** The values that a gateway declares, and the names of its calls. */
function declared(gateway: object): readonly (readonly [string, unknown])[] {
  return Object.entries(gateway)
    .map(([name, value]): [string, unknown] => [name, shown(value)])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function shown(value: unknown): unknown {
  if (typeof value === "function") return "a call";
  return typeof value === "object" && value !== null && !Array.isArray(value) ? declared(value) : value;
}

const { window } = sandbox;
const readNotification: NonNullable<Gateway["readNotification"]> = () => ({ outcome: "forged" });
const all = { credentials: async () => "2026", statement, readNotification };

test.each<[string, Gateway]>([
  ["all", { ...least, keyIn: { ...keyIn, installmentMonths: [2, 6] }, ...(window && { window }), ...all }],
  ["no installments", { ...least, keyIn: { ...keyIn, installmentMonths: [] } }],
  ["typed cards alone", { ...least, keyIn }],
  ["a window alone", { ...least, ...(window && { window }) }],
])("a gateway that is observed declares the same: %s", (_what, gateway) => {
  const observed = observedGateways({ test: { mine: gateway } });
  expect(declared(Object(observed.test).mine)).toEqual(declared(gateway));
});
