import type { SequentialModel } from "./linearizability.ts";
import type { Reply } from "./recording.ts";

type PaymentStatus = "READY" | "IN_PROGRESS" | "DONE" | "PARTIAL_CANCELED" | "CANCELED" | "EXPIRED" | "ABORTED";

type LinkStatus = "OPEN" | "AUTHENTICATED" | "EXPIRED" | "SUPERSEDED";

/** One payment of an order, with its checkout link. Amounts are in won. */
export interface Payment {
  /** The call that created it, whose answer contains no key; null if the answer was lost. */
  readonly session: number | null;
  /** Null until an answer names it. */
  readonly intentKey: string | null;
  readonly link: LinkStatus;
  readonly status: PaymentStatus;
  /** The call whose attempt is in progress. */
  readonly open: number | null;
  readonly isPaid: boolean;
  readonly canceled: number;
  /** The code with which the gateway refused it; `unknown` if the answer was lost. */
  readonly failure: string | null;
}

/** The payments of an order; the last one is the order's current payment. */
export interface Order {
  readonly payments: readonly Payment[];
}

/** What every order of these histories costs, in won. */
const total = 10_000;

export function newPayment(session: number | null): Payment {
  return {
    session,
    intentKey: null,
    link: "OPEN",
    status: "READY",
    open: null,
    isPaid: false,
    canceled: 0,
    failure: null,
  };
}

/** The end of an unpaid payment ends its link, also after authentication. */
function linkOf({ link, status, isPaid }: Payment): LinkStatus {
  return link === "AUTHENTICATED" && !isPaid && status !== "IN_PROGRESS" ? "EXPIRED" : link;
}

/** The status of a link as its page shows it. */
function checkoutOf(payment: Payment): string {
  const link = linkOf(payment);
  if (link !== "AUTHENTICATED") return link;
  if (payment.isPaid) return "PAID";
  return payment.open === null ? link : "CONFIRMING";
}

/** A payment as answers show it. */
function viewOf({ status, canceled, open, isPaid }: Payment): string {
  const isBeingCanceled = open !== null && isPaid;
  return `${status} ${canceled}${isBeingCanceled ? " canceling" : ""}`;
}

function superseded(payment: Payment): Payment {
  const isLive = payment.status === "READY" || payment.status === "IN_PROGRESS";
  const isLinked = payment.link === "OPEN" || payment.link === "AUTHENTICATED";
  return {
    ...payment,
    status: isLive ? "EXPIRED" : payment.status,
    link: isLinked ? "SUPERSEDED" : payment.link,
  };
}

export type PaymentName = { readonly intentKey: string } | "order";

/** `session` is the number of the call that created it. */
export type OrderRequest =
  | { readonly what: "open a session" }
  | { readonly what: "authenticate" | "give up" | "read the checkout"; readonly session: number }
  | { readonly what: "confirm"; readonly intentKey: string }
  /** Won; by default all that remains. */
  | { readonly what: "cancel"; readonly of: PaymentName; readonly amount?: number }
  | { readonly what: "look up"; readonly of: PaymentName };

/**
 * What takes effect on an order. A request that calls the gateway takes effect twice: it begins when its attempt is
 * committed, which other requests then meet; it ends with the gateway's answer, in the request itself or in a later
 * look-up.
 */
export interface OrderAct {
  readonly moment: "begin" | "end";
  /** Its number. */
  readonly call: number;
  readonly request: OrderRequest;
  /** Undefined if the answer was lost. */
  readonly reply: Reply | undefined;
}

/** How an order answers when one thing happens after the other, by the rules of the API. */
export const orderModel: SequentialModel<Order, OrderAct> = {
  initial: { payments: [] },
  step(order, act) {
    if (act.moment === "begin") return started(order, act);
    return outcomesOf(order, act).flatMap((outcome) => matching(order, outcome, act.reply));
  },
  changesNothing({ moment, request, reply }) {
    if (moment === "begin" || reply === undefined) return false;
    if (request.what === "look up" || request.what === "read the checkout") return true;
    return reply.isRefusal === true && (request.what === "authenticate" || !isGatewayRefusal(reply.says));
  },
  keyOf: (order) => JSON.stringify(order),
};

/** Refusals by the gateway or the issuer, with which an attempt ends. */
const gatewayRefusals: ReadonlySet<string> = new Set(["REJECT_CARD_PAYMENT", "PROVIDER_ERROR", "REFUND_REJECTED"]);

export function isGatewayRefusal(code: string): boolean {
  return gatewayRefusals.has(code);
}

/** The effect and answer that a request may have now. */
interface Outcome {
  readonly says: string;
  /** The payment that the answer names, as it was before. */
  readonly payment?: Payment | undefined;
  readonly after: Order;
}

/** The order after an outcome, if it matches the reply. The first answer about a payment sets its key. */
function matching(order: Order, { says, payment, after }: Outcome, reply: Reply | undefined): readonly Order[] {
  if (reply === undefined) return [after];
  if (reply.says !== says) return [];
  const { intentKey } = reply;
  if (intentKey === undefined || payment === undefined) return [after];
  const mine = after.payments[order.payments.indexOf(payment)];
  if (mine === undefined || (mine.intentKey !== null && mine.intentKey !== intentKey)) return [];
  const isTaken = after.payments.some((each) => each !== mine && each.intentKey === intentKey);
  return isTaken ? [] : [replaced(after, mine, { intentKey })];
}

function replaced({ payments }: Order, payment: Payment, change: Partial<Payment>): Order {
  return { payments: payments.map((each) => (each === payment ? { ...each, ...change } : each)) };
}

function named({ payments }: Order, name: PaymentName): Payment | undefined {
  return name === "order" ? payments.at(-1) : payments.find(({ intentKey }) => intentKey === name.intentKey);
}

/** The order after an attempt is committed; empty if the request needs none. */
function started(order: Order, { call: open, request }: OrderAct): readonly Order[] {
  if (request.what === "confirm") {
    const payment = named(order, request);
    const mayBegin = payment?.status === "IN_PROGRESS" && payment.open === null;
    return mayBegin ? [replaced(order, payment, { open })] : [];
  }
  if (request.what === "cancel") {
    const payment = named(order, request.of);
    const isApproved = payment?.status === "DONE" || payment?.status === "PARTIAL_CANCELED";
    const mayBegin = isApproved && payment.open === null && (request.amount ?? 0) <= total - payment.canceled;
    return mayBegin ? [replaced(order, payment, { open })] : [];
  }
  return [];
}

function outcomesOf(order: Order, act: OrderAct): readonly Outcome[] {
  const { request } = act;
  switch (request.what) {
    case "open a session":
      return [openSession(order, act)];
    case "authenticate":
    case "give up":
    case "read the checkout": {
      const payment = order.payments.find(({ session }) => session === request.session);
      return payment === undefined ? [] : onLink(order, payment, request.what);
    }
    case "confirm":
      return confirm(order, { ...act, request });
    case "cancel":
      return cancel(order, { ...act, request });
    case "look up": {
      const payment = named(order, request.of);
      const says = payment === undefined ? "NOT_FOUND_PAYMENT" : viewOf(payment);
      return [{ says, payment, after: order }];
    }
  }
}

/** A session whose answer was lost has no number: its payment is reachable only as the order's current payment. */
function openSession(order: Order, { call, reply }: OrderAct): Outcome {
  const current = order.payments.at(-1);
  if (current !== undefined && current.open !== null) return { says: "FORBIDDEN_CONSECUTIVE_REQUEST", after: order };
  if (current?.isPaid === true) return { says: "DUPLICATED_ORDER_ID", after: order };
  const named = order.payments.filter(({ session, intentKey }) => session !== null || intentKey !== null);
  const earlier = named.map((payment) => (payment === current ? superseded(payment) : payment));
  return { says: "opened", after: { payments: [...earlier, newPayment(reply === undefined ? null : call)] } };
}

function onLink(
  order: Order,
  payment: Payment,
  what: "authenticate" | "give up" | "read the checkout",
): readonly Outcome[] {
  const link = linkOf(payment);
  if (what === "read the checkout") return [{ says: checkoutOf(payment), after: order }];
  if (link === "EXPIRED") return [{ says: "EXPIRED_PAYMENT_SESSION", after: order }];
  if (link === "SUPERSEDED") return [{ says: "INVALIDATED_PAYMENT_SESSION", after: order }];
  const isOpen = link === "OPEN";
  if (what === "authenticate") {
    const authenticated = replaced(order, payment, { link: "AUTHENTICATED", status: "IN_PROGRESS" });
    const success = { says: "authenticated", payment, after: isOpen ? authenticated : order };
    // If the gateway does not answer, the link stays open.
    return isOpen ? [success, { says: "PROVIDER_ERROR", after: order }] : [success];
  }
  if (payment.open !== null || payment.isPaid) return [{ says: "ALREADY_PROCESSED_PAYMENT", after: order }];
  const ended = replaced(order, payment, { link: "EXPIRED", status: "EXPIRED" });
  return [{ says: "given up", payment, after: isOpen ? order : ended }];
}

type Asked<What> = OrderAct & { readonly request: Extract<OrderRequest, { readonly what: What }> };

function confirm(order: Order, { call, request, reply }: Asked<"confirm">): readonly Outcome[] {
  const payment = named(order, request);
  if (payment === undefined) return [{ says: "NOT_FOUND_PAYMENT", after: order }];
  const refusal = reply !== undefined && isGatewayRefusal(reply.says) ? reply.says : "unknown";
  switch (payment.status) {
    case "IN_PROGRESS": {
      if (payment.open === null) return [];
      if (payment.open !== call) return [{ says: "ALREADY_PROCESSED_PAYMENT", after: order }];
      const paid = replaced(order, payment, { status: "DONE", isPaid: true, open: null });
      const aborted = replaced(order, payment, { status: "ABORTED", failure: refusal, open: null });
      return [
        { says: "DONE 0", payment, after: paid },
        { says: refusal, after: aborted },
      ];
    }
    case "DONE":
    case "PARTIAL_CANCELED":
      return [{ says: viewOf(payment), payment, after: order }];
    case "ABORTED": {
      const failure = payment.failure === "unknown" ? refusal : (payment.failure ?? refusal);
      return [{ says: failure, after: replaced(order, payment, { failure }) }];
    }
    case "EXPIRED": {
      const says = payment.link === "SUPERSEDED" ? "INVALIDATED_PAYMENT_SESSION" : "EXPIRED_PAYMENT_SESSION";
      return [{ says, after: order }];
    }
    case "CANCELED":
      return [{ says: "ALREADY_CANCELED_PAYMENT", after: order }];
    case "READY":
      return [{ says: "UNAPPROVED_ORDER_ID", after: order }];
  }
}

/** The answer to the cancellation of a payment that can't be refunded. */
const cancelRefusals: Readonly<Partial<Record<PaymentStatus, string>>> = {
  CANCELED: "ALREADY_CANCELED_PAYMENT",
  EXPIRED: "NOT_CANCELABLE_PAYMENT",
  ABORTED: "NOT_CANCELABLE_PAYMENT",
};

function cancel(order: Order, { call, request, reply }: Asked<"cancel">): readonly Outcome[] {
  const payment = named(order, request.of);
  if (payment === undefined) return [{ says: "NOT_FOUND_PAYMENT", after: order }];
  const remaining = total - payment.canceled;
  const { amount = remaining } = request;
  if (payment.open === call) {
    const canceled = payment.canceled + amount;
    const status = canceled === total ? "CANCELED" : "PARTIAL_CANCELED";
    const after = replaced(order, payment, { status, canceled, open: null });
    const refusal = reply !== undefined && isGatewayRefusal(reply.says) ? reply.says : "unknown";
    return [
      { says: `${status} ${canceled}`, payment, after },
      { says: refusal, after: replaced(order, payment, { open: null }) },
    ];
  }
  if (payment.open !== null) return [{ says: "FORBIDDEN_CONSECUTIVE_REQUEST", after: order }];
  const refused = cancelRefusals[payment.status];
  if (refused !== undefined) return [{ says: refused, after: order }];
  if (payment.isPaid) return amount > remaining ? [{ says: "NOT_MATCHES_REFUNDABLE_AMOUNT", after: order }] : [];
  if (amount !== total) return [{ says: "NOT_CANCELABLE_AMOUNT", after: order }];
  // Nothing was charged, so the payment ends at once together with its link.
  const link = payment.link === "OPEN" ? "EXPIRED" : payment.link;
  const after = replaced(order, payment, { status: "CANCELED", canceled: total, link });
  return [{ says: `CANCELED ${total}`, payment, after }];
}
