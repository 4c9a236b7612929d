import type { CardNetwork, KeyedCall } from "@wonflow/core";
import { expect, test } from "vitest";
import { cardCaller } from "./card-caller.ts";

const tenant = "1:test";
const asking = { tenant, deadline: 1_000 } as const;
const card = { number: "", expiryMonth: "", expiryYear: "", registNo: "", passwordFront2: "" };
const stored = { ...card, cvc: "", ownerName: "", ownerPhoneNumber: "" };
const terms = { cardToken: "t", amount: 10, installmentPlanMonths: 0, orderName: "Tea" };

/** A network that knows nothing but the credentials of its calls, which tells `newest`. */
function openNetwork(newest?: () => string) {
  const sent: (readonly [call: string, credentials: string | null])[] = [];
  const hearing = (call: string) => async (request: KeyedCall) => {
    sent.push([call, request.credentials]);
    return { outcome: "unknown", reason: "hears only" } as const;
  };
  const network: CardNetwork = {
    sandbox: true,
    settlesWithinMs: 0,
    reversibleForMs: 1,
    storesCheckedCards: false,
    repeatsCancellations: false,
    ...(newest && { credentials: async () => newest() }),
    authenticate: hearing("authenticate"),
    issueToken: hearing("issueToken"),
    releaseToken: hearing("releaseToken"),
    approve: hearing("approve"),
    cancel: hearing("cancel"),
    reverse: hearing("reverse"),
    lookUpApproval: hearing("lookUpApproval"),
    lookUpCancellation: hearing("lookUpCancellation"),
  };
  return { network: cardCaller(network, () => 0), sent };
}

test("a call has the newest credentials, a look-up those of the call that it asks about", async () => {
  let newest = "old";
  const { network, sent } = openNetwork(() => newest);
  await network.approve({ ...asking, key: "a", ...terms });
  await network.cancel({ ...asking, key: "c", approvalKey: "a", amount: 1 });
  newest = "new";
  await network.lookUpApproval({ ...asking, key: "a" });
  await network.lookUpCancellation({ ...asking, key: "c" });
  await network.reverse({ ...asking, key: "r", approvalKey: "a" });
  await network.releaseToken({ ...asking, key: "x", tokenKey: "t" });
  await network.authenticate({ ...asking, card });
  await network.issueToken({ ...asking, key: "t", card: stored });
  await network.lookUpApproval({ ...asking, key: "never sent" });
  await network.cancel({ ...asking, key: "c", approvalKey: "a", amount: 1 });
  await network.lookUpCancellation({ ...asking, key: "c" });
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
  const { network, sent } = openNetwork(() => "newest");
  await network.approve({ ...asking, key: "a", ...terms, credentials: null });
  await network.lookUpApproval({ ...asking, key: "a" });
  await network.lookUpApproval({ ...asking, key: "a", credentials: "gone" });
  expect(sent.map(([, credentials]) => credentials)).toEqual([null, null, "gone"]);
});

test("a network that tells no credentials is called at once, without any", () => {
  const { network, sent } = openNetwork();
  void network.approve({ ...asking, key: "a", ...terms });
  void network.reverse({ ...asking, key: "r", approvalKey: "a" });
  void network.lookUpApproval({ ...asking, key: "a" });
  expect(sent).toEqual([
    ["approve", null],
    ["reverse", null],
    ["lookUpApproval", null],
  ]);
});
