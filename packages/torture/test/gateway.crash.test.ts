import { expect, test } from "vitest";
import { controlGateway, isControlCaught, tortureGatewayShortly, gatewayText } from "../src/gateway/gateway-torture.ts";

/** Each run has another seed; a failed run reports its seed. */
const seed = Date.now().toString(36);

const payments = process.env["TESTS"] === "long" ? 80 : 40;

test("with a gateway of which every third call fails, processes are killed: the gateway's records and ours agree", async () => {
  const report = await tortureGatewayShortly({ seed, payments, faults: 0.3 });
  expect(report.differences, gatewayText(report)).toEqual([]);
  const { gateway, cancellations, flagged, authentications } = report.books;
  expect(report.kills).toBeGreaterThan(0);
  expect(report.statuses["DONE"]).toBeGreaterThan(0);
  const inWindow = gateway.approvals.filter(({ orderId }) => orderId.startsWith("window-"));
  for (const seen of [gateway.approvals, gateway.bids, inWindow, authentications, cancellations, flagged]) {
    expect(seen.length).toBeGreaterThan(0);
  }
});

test("a gateway that charges twice and refunds on its own, and a service that guesses refusals, are found", async () => {
  const report = await controlGateway({ seed });
  expect(isControlCaught(report), gatewayText(report)).toBe(true);
});
