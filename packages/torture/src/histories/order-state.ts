export type PaymentStatus = "READY" | "IN_PROGRESS" | "DONE" | "PARTIAL_CANCELED" | "CANCELED" | "EXPIRED" | "ABORTED";

export type LinkStatus = "OPEN" | "AUTHENTICATED" | "EXPIRED" | "SUPERSEDED";

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
export const total = 10_000;

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
export function linkOf({ link, status, isPaid }: Payment): LinkStatus {
  return link === "AUTHENTICATED" && !isPaid && status !== "IN_PROGRESS" ? "EXPIRED" : link;
}

/** The status of a link as its page shows it. */
export function checkoutOf(payment: Payment): string {
  const link = linkOf(payment);
  if (link !== "AUTHENTICATED") return link;
  if (payment.isPaid) return "PAID";
  return payment.open === null ? link : "CONFIRMING";
}

/** A payment as answers show it. */
export function viewOf({ status, canceled, open, isPaid }: Payment): string {
  const isBeingCanceled = open !== null && isPaid;
  return `${status} ${canceled}${isBeingCanceled ? " canceling" : ""}`;
}

export function superseded(payment: Payment): Payment {
  const isLive = payment.status === "READY" || payment.status === "IN_PROGRESS";
  const isLinked = payment.link === "OPEN" || payment.link === "AUTHENTICATED";
  return {
    ...payment,
    status: isLive ? "EXPIRED" : payment.status,
    link: isLinked ? "SUPERSEDED" : payment.link,
  };
}
