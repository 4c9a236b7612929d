import { expect, test } from "vitest";

import { createWorld, sessionInput, shop, valueOf } from "../../test/world.ts";

/** A world in which something happens once between a read of a payment and its answer. */
async function createSlowWorld() {
  let meanwhile: (() => Promise<unknown>) | undefined;
  const happen = async () => {
    const once = meanwhile;
    meanwhile = undefined;
    await once?.();
  };
  const world = await createWorld({
    store: (store) => ({
      ...store,
      async read(tenant, request) {
        const snapshot = await store.read(tenant, request);
        if (request.keys.some(({ kind }) => kind === "intent")) await happen();
        return snapshot;
      },
      async list(tenant, request) {
        const records = await store.list(tenant, request);
        await happen();
        return records;
      },
    }),
  });
  const slowly = async <Answer>(happens: () => Promise<unknown>, ask: () => Promise<Answer>): Promise<Answer> => {
    meanwhile = happens;
    return ask();
  };
  return { world, slowly };
}

type Intents = Awaited<ReturnType<typeof createWorld>>["payments"]["intents"];

test.each([
  ["by its key", async (intents: Intents, intentKey: string) => valueOf(await intents.lookUp(shop, { intentKey }))],
  ["by its order", async (intents: Intents) => valueOf(await intents.lookUp(shop, { orderId: sessionInput.orderId }))],
  ["in the list", async (intents: Intents) => valueOf(await intents.list(shop)).items[0]],
])("a look-up %s whose answer is slow never says EXPIRED of a payment that was confirmed in time", async (_, ask) => {
  const { world, slowly } = await createSlowWorld();
  const confirmation = await world.authenticated();
  const confirmedInTime = async () => {
    valueOf(await world.payments.intents.confirm(shop, confirmation));
    await world.clock.advance(11 * 60_000);
  };
  const shown = await slowly(confirmedInTime, () => ask(world.payments.intents, confirmation.intentKey));
  expect(shown?.status).toBe("IN_PROGRESS");
  expect(await world.status(confirmation.intentKey)).toBe("DONE");
});

test("a link whose page is slow is never called expired when it was used in time", async () => {
  const { world, slowly } = await createSlowWorld();
  const { token } = await world.session();
  const usedInTime = async () => {
    const card = { expiryMonth: "12", expiryYear: "30", registNo: "900101", passwordFront2: "12" };
    valueOf(await world.payments.checkout.authenticate(token, { ...card, number: "4000000000110009" }));
    await world.clock.advance(31 * 60_000);
  };
  expect(valueOf(await slowly(usedInTime, () => world.payments.checkout.read(token))).status).toBe("OPEN");
});

test("a confirm whose read is slow never says EXPIRED of a payment that another process has confirmed in time", async () => {
  const { world, slowly } = await createSlowWorld();
  const confirmation = await world.authenticated();
  const other = await createWorld({ sharing: world });
  const repeatedInTime = async () => {
    valueOf(await other.payments.intents.confirm(shop, confirmation));
    await world.clock.advance(11 * 60_000);
  };
  const confirmed = await slowly(repeatedInTime, () => world.payments.intents.confirm(shop, confirmation));
  expect(valueOf(confirmed).status).toBe("DONE");
  expect(world.gateway.held("7:test")).toBe(10_000);
});
