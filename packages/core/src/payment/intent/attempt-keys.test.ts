import { expect, test } from "vitest";

import {
  approvalKeys,
  authenticationKey,
  cancellationKey,
  cardKey,
  firstApprovalKey,
  formerTokenKey,
  lateCancellationKey,
  paymentOfApproval,
  releaseKey,
  reversalAgainKey,
  reversalKey,
  tenantOfOpening,
  tokenKey,
} from "./attempt-keys.ts";

const intentKeys = ["8Vk2Wm6Xs0Tz4Ud8Of1Lp", "---------------------", "cancellation-approval", "-_approval-2-again-2-"];

test.for(intentKeys)(
  "the keys of the payment %s keep the form of its first key, and are read by length",
  (intentKey) => {
    expect(intentKey).toHaveLength(21);
    for (const [first, joint] of [
      [firstApprovalKey(intentKey), "-"],
      [`approval.${intentKey}`, "."],
    ] as const) {
      const key = (...parts: readonly (string | number)[]) => parts.join(joint);
      const approvals = approvalKeys(first, 3);
      expect(approvals).toEqual([first, key("approval", intentKey, 2), key("approval", intentKey, 3)]);
      const reversals = approvals.map(reversalKey);
      expect(reversals.slice(0, 2)).toEqual([key("reversal", intentKey), key("reversal", intentKey, 2)]);
      const again = reversalAgainKey(reversals[1] ?? "");
      expect(again).toBe(key("reversal", intentKey, 2, "again"));
      const late = lateCancellationKey(again);
      expect(late).toBe(key("reversal", intentKey, 2, "again", "cancellation"));
      const canceled = cancellationKey(first, 12);
      expect(canceled).toBe(key("cancellation", intentKey, 12));
      for (const any of [...approvals, ...reversals, again, late, canceled]) {
        expect(approvalKeys(any, 3)).toEqual(approvals);
        expect(paymentOfApproval(any)).toBe(approvals.includes(any) ? intentKey : undefined);
      }
    }
  },
);

test.for(intentKeys)("the key of an opening of %s names its merchant, and no other key does", (intentKey) => {
  const key = authenticationKey({ mId: 7, mode: "live" }, intentKey, 12);
  expect(tenantOfOpening(key)).toBe("7:live");
  expect(tenantOfOpening(authenticationKey({ mId: 70, mode: "test" }, intentKey, 1))).toBe("70:test");
  for (const other of [`${key}x`, key.slice(0, -1), `x${key}`, firstApprovalKey(intentKey), "order-1", ""]) {
    expect(tenantOfOpening(other)).toBeUndefined();
  }
});

const billkey = "billkey_8Vk2Wm6Xs0Tz4Ud8Of1L";
const [, , , intentKey = ""] = intentKeys;

test.for<readonly [key: string, release: string]>([
  [cardKey(intentKey, 3), `release-card-${intentKey}-3`],
  [`card.${intentKey}.3`, `release.card.${intentKey}.3`],
  [tokenKey(billkey), `release-${billkey}`],
  [formerTokenKey(billkey), `release.${billkey}`],
])("the release of %s is %s", ([key, release]) => {
  expect(releaseKey(key)).toBe(release);
});

test("new keys have at most 64 characters, and no dot", () => {
  const first = firstApprovalKey(intentKey);
  const tenth = approvalKeys(first, 10).map(reversalKey).at(-1) ?? "";
  const keys = [
    lateCancellationKey(reversalAgainKey(tenth)),
    cancellationKey(first, 99_999),
    releaseKey(cardKey(intentKey, 99_999)),
    releaseKey(tokenKey(billkey)),
  ];
  for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
});

test.for([
  "",
  "other",
  "approval.other",
  "approval-8Vk2Wm6Xs0Tz4Ud8Of1L",
  "approval-8Vk2Wm6Xs0Tz4Ud8Of1Lp2",
  "approval-8Vk2Wm6Xs0Tz4Ud8Of1Lp.2",
  "my-approval-8Vk2Wm6Xs0Tz4Ud8Of1Lp",
])("%j is not the key of an approval", (key) => {
  expect(paymentOfApproval(key)).toBeUndefined();
  expect(() => cancellationKey(key, 1)).toThrow("is not the key of a payment's attempt");
});
