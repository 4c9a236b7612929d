import { leastPromises } from "@wonflow/sandbox";
import { expect, test } from "vitest";

import {
  suspendedProcess,
  cardEntry,
  codeOf,
  createWorld,
  shop,
  valueOf,
  withKeyIn,
  type World,
} from "../../test/world.ts";
import type { KeyIn } from "../index.ts";

const note = "the gateway's pages";

type Answer = Awaited<ReturnType<KeyIn["releaseToken"]>>;

const refused: Answer = { outcome: "refused", code: "PROVIDER_ERROR" };

/** A service at a gateway that answers every release so. */
async function openWorld(answer: () => Answer) {
  const world = await createWorld({ promises: leastPromises });
  const gateway = withKeyIn(world.gateway, { releaseToken: async () => answer() });
  return { world, service: await createWorld({ sharing: { ...world, gateway } }) };
}

async function waiting({ payments }: World) {
  return valueOf(await payments.attempts.flagged(shop)).items;
}

test.each<[string, { name: "lost" | "known"; answer: Answer; isLostCard: boolean }]>([
  ["whose token is unknown ends", { name: "lost", answer: refused, isLostCard: true }],
  ["whose token is known stays", { name: "known", answer: refused, isLostCard: false }],
  [
    "that may be found later stays",
    { name: "lost", answer: { outcome: "unknown", reason: "no answer" }, isLostCard: false },
  ],
])("by evidence that it is still stored, a card %s", async (_what, { name, answer, isLostCard }) => {
  const { world, service } = await openWorld(() => answer);
  const { token } = await service.session();
  if (name === "lost") world.gateway.faults.next("authenticate", "answer-lost");
  await service.payments.checkout.authenticate(token, cardEntry("kb"));
  await service.pass(3_600);
  const [release] = await waiting(service);
  expect(release).toMatchObject({ kind: "card-release", isLostCard });
  const resolved = await service.payments.attempts.resolve(shop, release?.key ?? "", { outcome: "not-done", note });
  expect(valueOf(resolved)).toMatchObject({ status: isLostCard ? "DONE" : "UNKNOWN" });
  await service.pass(3_600);
  expect((await waiting(service)).length).toBe(isLostCard ? 0 : 1);
});

test("a token that arrives late is stored, and the release stays flagged until the gateway accepts it", async () => {
  const { service } = await openWorld(() => refused);
  const { token } = await service.session();
  const slow = await suspendedProcess(
    service,
    ({ key, body }) => key.kind === "session" && body?.["status"] === "AUTHENTICATED",
  );
  const answer = slow.process.payments.checkout.authenticate(token, cardEntry("kb"));
  await service.pass(600);
  expect(await waiting(service)).toMatchObject([{ isLostCard: true }]);
  slow.resume();
  expect(codeOf(await answer)).toBe("PROVIDER_ERROR");
  expect(await waiting(service)).toMatchObject([{ isLostCard: false }]);
});

test("a card whose release is no longer refused is not lost any more", async () => {
  let answer: Answer = refused;
  const { world, service } = await openWorld(() => answer);
  const { token } = await service.session();
  world.gateway.faults.next("authenticate", "answer-lost");
  await service.payments.checkout.authenticate(token, cardEntry("kb"));
  await service.pass(600);
  expect(await waiting(service)).toMatchObject([{ isLostCard: true }]);
  answer = { outcome: "unknown", reason: "no answer" };
  await service.pass(3_600);
  expect(await waiting(service)).toMatchObject([{ isLostCard: false }]);
});
