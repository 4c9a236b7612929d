import { shownPayment, shownReady, signed, type Answer } from "./answers.ts";
import type { Payment, signInWith } from "./merchant.ts";
import { deliver, webhookMethodOf, type Delivery } from "./webhooks.ts";

const kept = 1_000;

interface Sender {
  readonly signIn: ReturnType<typeof signInWith>;
  readonly now: () => number;
}

/** The messages that the gateway sends to merchants' servers, about payments of methods that have an address. */
export function messagesOf({ signIn, now }: Sender) {
  const deliveries: Delivery[] = [];
  const paymentOf = (orderId: string) =>
    signIn.merchants.flatMap(({ payments }) => payments).find((each) => each.orderId === orderId);

  function signedBy(clientKey: string, answer: Answer): string {
    const { secretKey = "" } = signIn.byClientKey(clientKey)?.account ?? {};
    return JSON.stringify(signed(answer, { secretKey }, now()));
  }

  function addressFor({ account, payMethod }: Payment): string | undefined {
    return signIn.byClientKey(account)?.merchant.webhooks.get(webhookMethodOf(payMethod) ?? "")?.url;
  }

  async function send(orderId: string, url: string, message: string): Promise<Delivery> {
    const delivery = { orderId, url, ...(await deliver(url, message)) };
    deliveries.push(delivery);
    if (deliveries.length > kept) deliveries.shift();
    return delivery;
  }

  /** The message about the present state of an order. */
  const about = (orderId: string): string => {
    const payment = paymentOf(orderId);
    if (payment !== undefined) return signedBy(payment.account, shownPayment(payment));
    const orders = signIn.merchants.flatMap((merchant) => merchant.orders);
    const order = orders.findLast((each) => each.orderId === orderId && each.authentication !== null);
    if (order?.authentication == null) throw new Error(`no order ${orderId}`);
    return signedBy(order.account.clientKey, shownReady(order, order.authentication));
  };

  /** Sends a message without waiting for its answer. */
  const notify = (payment: Payment, cancelledTid: string | null): void => {
    const url = addressFor(payment);
    if (url === undefined) return;
    void send(payment.orderId, url, signedBy(payment.account, shownPayment(payment, cancelledTid)));
  };

  const sendAgain = async (orderId: string): Promise<Delivery> => {
    const payment = paymentOf(orderId);
    const url = payment && addressFor(payment);
    if (url === undefined) throw new Error(`no address is registered for a payment of ${orderId}`);
    return send(orderId, url, about(orderId));
  };

  return { about, notify, sendAgain, sent: (): readonly Delivery[] => [...deliveries] };
}
