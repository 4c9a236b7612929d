import type { Books } from "../books.ts";
import { firstProblem, type Invariant } from "../invariant.ts";

/** An order is approved at most once at the network, net of reversals. */
export const approvedOnce: Invariant = {
  name: "approved at most once",
  always({ books }) {
    const approved = new Map<string, string>();
    return firstProblem(books.network.records(), ({ tenant, key, state }) => {
      if (state !== "APPROVED") return undefined;
      const intent = [...books.intents.values()].find(({ intentKey }) => key.split(".")[1] === intentKey);
      const order = `${tenant} ${intent?.orderId ?? key}`;
      const other = approved.get(order);
      approved.set(order, key);
      return other === undefined ? undefined : `${order} is approved twice: ${other} and ${key}`;
    });
  },
};

/** Whatever arrives at the network was committed before as an attempt, with this amount. */
export const committedBeforeCalled: Invariant = {
  name: "committed before called",
  always: ({ books }) =>
    firstProblem(books.network.records(), ({ key, amount, state, cancellations }) => {
      const problem = state === "TOMBSTONED" ? undefined : unknownCall(books, { key, amount });
      return problem ?? firstProblem(cancellations, (each) => unknownCall(books, each));
    }),
};

function unknownCall(books: Books, { key, amount }: { key: string; amount: number }): string | undefined {
  const attempt = books.attempts.get(key);
  if (attempt === undefined) return `${key} reached the network, and no attempt says so`;
  return attempt.amount === amount ? undefined : `${key} reached the network with ${amount} won, not ${attempt.amount}`;
}

/** Our records never say more than the network's: what is paid is approved, what is given back is given back. */
export const recordsFollowNetwork: Invariant = {
  name: "records follow the network",
  always: ({ books }) =>
    firstProblem(books.intents.values(), (intent) => {
      const { intentKey, status, totalAmount, canceledAmount, approvedAt, approvalKey } = intent;
      const approval = books.approval(intent);
      if (approvedAt !== null) {
        if (approval?.state !== "APPROVED")
          return `${intentKey} is ${status}, at the network ${approval?.state ?? "unknown"}`;
        if (approval.amount !== totalAmount) return `${intentKey} was approved with ${approval.amount} won`;
        return canceledAmount > approval.canceledAmount
          ? `${intentKey} says that ${canceledAmount} won were given back; the network gave ${approval.canceledAmount}`
          : undefined;
      }
      if (status === "ABORTED" && (approval === undefined || approval.state === "APPROVED")) {
        return `${intentKey} is ABORTED, and its approval at the network ${approval?.state ?? "may still arrive"}`;
      }
      const over = status === "EXPIRED" || status === "CANCELED";
      return over && approvalKey !== null ? `${intentKey} is ${status} although an approval was opened` : undefined;
    }),
};

/** At rest the network holds for each payment what our records say, and for each merchant what the ledger says. */
export const sameAtRest: Invariant = {
  name: "same books at rest",
  atRest({ books }) {
    const { network } = books;
    const ofPayment = firstProblem(network.records(), ({ key, state, amount, canceledAmount }) => {
      const intent = [...books.intents.values()].find(({ approvalKey }) => approvalKey === key);
      const held = state === "APPROVED" ? amount - canceledAmount : 0;
      const recorded = intent?.approvedAt == null ? 0 : intent.totalAmount - intent.canceledAmount;
      return held === recorded ? undefined : `${key}: the network holds ${held} won, our records say ${recorded}`;
    });
    if (ofPayment !== undefined) return ofPayment;
    return firstProblem(books.balances, ([tenant, { receivable }]) => {
      const held = network.held(tenant);
      return held === receivable
        ? undefined
        : `${tenant}: the network holds ${held} won, the ledger says ${receivable}`;
    });
  },
};
