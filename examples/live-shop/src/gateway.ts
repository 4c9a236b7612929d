import { z } from "zod";

const bookSchema = z.object({
  approvals: z.array(z.object({ orderId: z.string(), goodsName: z.string(), amount: z.number(), held: z.number() })),
  bids: z.array(z.object({ expired: z.boolean() })),
});

const troubleSchema = z.object({
  downForMs: z.number(),
  asked: z.array(z.object({ call: z.string() })),
});

/** An approval in the gateway's records. */
export type BookedApproval = z.output<typeof bookSchema>["approvals"][number];

/** The gateway's records, and the faults that wait for its next calls. */
export interface GatewayState {
  readonly approvals: readonly BookedApproval[];
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
  /** Also loses the first look-ups of that approval, so that a person has some 15 s to see what the buyer sees. */
  readonly loseNextAnswer: () => Promise<void>;
  /** It loses every request from now on, for so long; 0 ends that. */
  readonly goDown: (seconds: number) => Promise<void>;
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
      const [{ approvals, bids }, { downForMs, asked }] = await Promise.all([
        read("book", bookSchema),
        read("trouble", troubleSchema),
      ]);
      const cards = bids.filter(({ expired }) => !expired).length;
      return { approvals, cards, downForMs, losesNextAnswer: asked.some(({ call }) => call === "approve") };
    },
    async loseNextAnswer() {
      await control("break", { call: "approve", fault: "answer-lost" });
      // Three look-ups, each of which is sent twice.
      await control("break", { call: "find", fault: "request-lost", times: 6 });
    },
    goDown: (seconds) => control("down", { seconds }),
  };
}
