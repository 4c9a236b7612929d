import type { Gateway, KeyedCall } from "@wonflow/core";
import { expect, test } from "vitest";
import { cardCaller } from "./card-caller.ts";

const tenant = "1:test";
const asking = { tenant, deadline: 1_000 } as const;
const card = { number: "", expiryMonth: "", expiryYear: "", registNo: "", passwordFront2: "" };
const stored = { ...card, cvc: "", ownerName: "", ownerPhoneNumber: "" };
const terms = { cardToken: "t", amount: 10, installmentPlanMonths: 0, orderName: "Tea" };

/** A gateway that records only the credentials of its calls; `newest` names its newest ones. */
function openGateway(newest?: () => string) {
  const sent: (readonly [call: string, credentials: string | null])[] = [];
  const hearing = (call: string) => async (request: KeyedCall) => {
    sent.push([call, request.credentials]);
    return { outcome: "unknown", reason: "hears only" } as const;
  };
  const gateway: Gateway = {
    sandbox: true,
    settlesWithinMs: 0,
    reversibleForMs: 1,
    repeatsApprovals: false,
    repeatsCancellations: false,
    ...(newest && { credentials: async () => newest() }),
    keyIn: {
      storesCheckedCards: false,
      authenticate: hearing("authenticate"),
      issueToken: hearing("issueToken"),
      releaseToken: hearing("releaseToken"),
    },
    approve: hearing("approve"),
    cancel: hearing("cancel"),
    reverse: hearing("reverse"),
    lookUpApproval: hearing("lookUpApproval"),
    lookUpCancellation: hearing("lookUpCancellation"),
  };
  return { gateway: cardCaller(gateway, () => 0), sent };
}

test("a call has the newest credentials, a look-up those of the call that it asks about", async () => {
  let newest = "old";
  const { gateway, sent } = openGateway(() => newest);
  await gateway.approve({ ...asking, key: "a", ...terms });
  await gateway.cancel({ ...asking, key: "c", approvalKey: "a", amount: 1 });
  newest = "new";
  await gateway.lookUpApproval({ ...asking, key: "a" });
  await gateway.lookUpCancellation({ ...asking, key: "c" });
  await gateway.reverse({ ...asking, key: "r", approvalKey: "a" });
  await gateway.releaseToken({ ...asking, key: "x", tokenKey: "t" });
  await gateway.authenticate({ ...asking, card });
  await gateway.issueToken({ ...asking, key: "t", card: stored });
  await gateway.lookUpApproval({ ...asking, key: "never sent" });
  await gateway.cancel({ ...asking, key: "c", approvalKey: "a", amount: 1 });
  await gateway.lookUpCancellation({ ...asking, key: "c" });
  expect(sent).toEqual([
    ["approve", "old"],
    ["cancel", "old"],
    ["lookUpApproval", "old"],
    ["lookUpCancellation", "old"],
    ["reverse", "new"],
    ["releaseToken", "new"],
    ["authenticate", "new"],
    ["issueToken", "new"],
    ["lookUpApproval", "new"],
    ["cancel", "new"],
    ["lookUpCancellation", "new"],
  ]);
});

test("what a test gives is sent, also null, and is what a look-up asks with", async () => {
  const { gateway, sent } = openGateway(() => "newest");
  await gateway.approve({ ...asking, key: "a", ...terms, credentials: null });
  await gateway.lookUpApproval({ ...asking, key: "a" });
  await gateway.lookUpApproval({ ...asking, key: "a", credentials: "gone" });
  expect(sent.map(([, credentials]) => credentials)).toEqual([null, null, "gone"]);
});

test("a gateway without credentials is called at once, without any", () => {
  const { gateway, sent } = openGateway();
  void gateway.approve({ ...asking, key: "a", ...terms });
  void gateway.reverse({ ...asking, key: "r", approvalKey: "a" });
  void gateway.lookUpApproval({ ...asking, key: "a" });
  expect(sent).toEqual([
    ["approve", null],
    ["reverse", null],
    ["lookUpApproval", null],
  ]);
});
