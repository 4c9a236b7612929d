import { z } from "zod";

/** The answer to every call of the gateway's own interface. */
const answerSchema = z.object({ resultCode: z.string(), resultMsg: z.string() });

const bookSchema = z.object({
  approvals: z.array(
    z.object({
      orderId: z.string(),
      goodsName: z.string(),
      /** Null of a payment from the window. */
      bid: z.string().nullable(),
      payMethod: z.string(),
      amount: z.number(),
      held: z.number(),
      /** A refund that was made in the gateway's own pages has no order id. */
      cancellations: z.array(z.object({ orderId: z.string().nullable(), amount: z.number() })),
    }),
  ),
  bids: z.array(z.object({ expired: z.boolean() })),
  notifications: z.array(z.object({ orderId: z.string(), isTaken: z.boolean() })),
});

const troubleSchema = z.object({
  downForMs: z.number(),
  asked: z.array(z.object({ call: z.string() })),
});

type Book = z.output<typeof bookSchema>;

/** An approval in the gateway's records. */
export type BookedApproval = Book["approvals"][number];

/** A message to the service about a payment, and whether the service has acknowledged it. */
export type Notification = Book["notifications"][number];

/** The gateway's records, and the faults that wait for its next calls. */
export interface GatewayState {
  readonly approvals: readonly BookedApproval[];
  readonly notifications: readonly Notification[];
  /** How many cards it has stored for the shop. */
  readonly cards: number;
  /** For how long it still loses every request. */
  readonly downForMs: number;
  /** Whether the answer to the next approval gets lost. */
  readonly losesNextAnswer: boolean;
}

/** The emulated gateway as a person has it in hand. No real gateway offers this. */
export interface Gateway {
  readonly state: () => Promise<GatewayState>;
  /** Also loses the first look-ups of that approval, so that a person has some seconds to see what the buyer sees. */
  readonly loseNextAnswer: () => Promise<void>;
  /** It loses every request from now on, for so long; 0 ends that. */
  readonly goDown: (seconds: number) => Promise<void>;
  /** Refunds a payment, by the gateway's name of it, without the service. */
  readonly refund: (orderId: string, amount: number) => Promise<void>;
}

/** Reaches the controls of the emulated gateway at this address. */
export function gatewayAt(url: string): Gateway {
  async function read<Schema extends z.ZodType>(name: string, schema: Schema): Promise<z.output<Schema>> {
    return schema.parse(await (await fetch(`${url}/emulator/${name}`)).json());
  }
  async function control(name: string, body: object): Promise<void> {
    const response = await fetch(`${url}/emulator/${name}`, { method: "POST", body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`the emulated gateway answered ${response.status}: ${await response.text()}`);
  }
  return {
    async state() {
      const [{ approvals, bids, notifications }, { downForMs, asked }] = await Promise.all([
        read("book", bookSchema),
        read("trouble", troubleSchema),
      ]);
      const cards = bids.filter(({ expired }) => !expired).length;
      return {
        approvals,
        notifications,
        cards,
        downForMs,
        losesNextAnswer: asked.some(({ call }) => call === "approve"),
      };
    },
    async loseNextAnswer() {
      await control("break", { call: "approve", fault: "answer-lost" });
      // Three look-ups, each of which is sent twice. Those of a buyer's return from the window come before the approval.
      await control("break", { call: "find", fault: "request-lost", times: 6, after: "approve" });
    },
    goDown: (seconds) => control("down", { seconds }),
    refund: (orderId, amount) => control("refund", { orderId, amount }),
  };
}

/**
 * Registers the service's address for the gateway's messages, as a person does once in the gateway's pages. It takes
 * one for cards and one for transfers, and none for wallets.
 */
export async function registerNotifications(
  gatewayUrl: string,
  keys: { readonly name: string; readonly secret: string },
  url: string,
): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${keys.name}:${keys.secret}`).toString("base64")}`;
  for (const method of ["card", "bank"]) {
    const body = JSON.stringify({ method, url });
    const response = await fetch(`${gatewayUrl}/v1/webhook`, { method: "POST", headers: { authorization }, body });
    const { resultCode, resultMsg } = answerSchema.parse(await response.json());
    if (resultCode !== "0000") throw new Error(`the gateway did not take ${url}: ${resultCode} ${resultMsg}`);
  }
}
