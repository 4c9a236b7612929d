import type { CancellationPreview, Timeline } from "@wonflow/core";

import { intentKey, order } from "./checkout.ts";

const params = { mId: "1", intentKey };
const approval = { attempt: `approval-${intentKey}`, kind: "approval" };

const paid: Timeline["items"] = [
  {
    at: "2026-11-20T05:03:07.250Z",
    event: "requested",
    detail: { orderId: order.orderId, totalAmount: 10_000, taxFreeAmount: 0, requestedBy: "server" },
  },
  {
    at: "2026-11-20T05:03:52.250Z",
    event: "authenticated",
    detail: {
      maskedNumber: "400000******0009",
      issuerCode: "11",
      installmentPlanMonths: 0,
      confirmBy: "2026-11-20T05:13:52.250Z",
    },
  },
  {
    at: "2026-11-20T05:04:12.250Z",
    event: "confirm-asked",
    detail: { askedBy: "confirm", totalAmount: 10_000 },
  },
  {
    at: "2026-11-20T05:04:12.250Z",
    event: "attempt-opened",
    detail: { ...approval, method: 1, amount: 10_000, gateway: "default" },
  },
  {
    at: "2026-11-20T05:04:12.250Z",
    event: "attempt-ended",
    detail: { ...approval, outcome: "done", approvalNumber: "00000001", reference: "sbx.approval.00000001" },
  },
  { at: "2026-11-20T05:04:12.250Z", event: "approved", detail: { totalAmount: 10_000, feeRate: "3.3" } },
  {
    at: "2026-11-20T05:04:12.250Z",
    event: "ledger-entry",
    detail: { receivable: 10_000, pending: 9_637, fee: 330, vat: 33 },
  },
  {
    at: "2026-11-24T15:00:00.000Z",
    event: "settlement-due",
    detail: { earning: intentKey, transactionAmount: 10_000, fee: 330, vat: 33, net: 9_637, day: "2026-11-25" },
  },
];

export const getPaymentTimeline = {
  paid: {
    summary: "A payment that is approved and not yet settled",
    params,
    answer: { hasMore: false, items: paid },
  },
};

const part: CancellationPreview = {
  cancelAmount: 3_000,
  taxFreeAmount: 0,
  remainingAmount: 7_000,
  fee: 99,
  vat: 10,
  net: 2_891,
  takenFrom: "pending",
  settlesOn: "2026-11-25",
  perMethod: [{ number: "400000******0009", amount: 3_000 }],
};

export const previewCancellation = {
  part: {
    summary: "A part of a payment that is not settled yet",
    params,
    query: { cancelAmount: "3000" },
    answer: part,
  },
};
