import type { ChargeInput, IssueBillingKeyInput, RequestOptions } from "../src/index.ts";
import { cardEntry, createWorld, shop, valueOf } from "./world.ts";

export const customerId = "c_7f3b2a91";

/** A request to store a test card of the sandbox. */
export function issueInput(card = "kb", change: Partial<IssueBillingKeyInput> = {}): IssueBillingKeyInput {
  const { number, registNo, passwordFront2 } = cardEntry(card);
  const cvc = card === "amex" ? "1234" : "123";
  const owner = { ownerName: "김구매", registNo, ownerPhoneNumber: "01012345678" };
  return { customerId, number, expriationYY: "39", expriationMM: "12", cvc, passwordFront2, ...owner, ...change };
}

/** A charge to these keys, of a little more than 5,000 won each. */
export function chargeInput(billkeys: readonly string[], change: Partial<ChargeInput> = {}): ChargeInput {
  const instruments = billkeys.map((billing, index) => ({ billing, amount: 5_000 + index }));
  const totalAmount = instruments.reduce((sum, { amount }) => sum + amount, 0);
  return { customerId, orderId: "subscription-2026-11", orderName: "November", totalAmount, instruments, ...change };
}

/** Another process over a world, which dies before or after the n-th commit from when the test sets it. */
export async function dyingProcess(world: Awaited<ReturnType<typeof createWorld>>) {
  let left = Infinity;
  let diesBefore = false;
  const process = await createWorld({
    sharing: world,
    store: (memory) => ({
      ...memory,
      async commit(changeSet) {
        left -= 1;
        if (left === 0 && !diesBefore) await memory.commit(changeSet);
        return left > 0 ? memory.commit(changeSet) : new Promise(() => {});
      },
    }),
  });
  return {
    ...process,
    dieAt(nth: number, when: "before" | "after" = "after") {
      left = nth;
      diesBefore = when === "before";
    },
    isDead: () => left <= 0,
  };
}

/** A world in which cards are stored and charged. */
export async function createBillingWorld(options: Parameters<typeof createWorld>[0] = {}) {
  const world = await createWorld(options);
  const { billing } = world.payments;
  return {
    ...world,
    /** The billing key of a test card. */
    billkey: async (card?: string, change?: Partial<IssueBillingKeyInput>) =>
      valueOf(await billing.issue(shop, issueInput(card, change))).billkey,
    charge: (input: ChargeInput, requestOptions?: RequestOptions) => billing.charge(shop, input, requestOptions),
    /** Won that the gateway holds. */
    held: () => world.gateway.held("7:test"),
    tokens: () => world.gateway.tokens("7:test").map(({ state }) => state),
    balances: () => world.payments.ledger.balances(shop),
  };
}
