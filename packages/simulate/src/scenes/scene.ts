import type { EvidenceInput, MerchantInput, Payments, Settings } from "@wonflow/core";
import type { Answer, ClientRequest } from "../client/client.ts";
import type { FaultKind } from "../engine/faults.ts";
import type { DrawnPromises } from "../ports/gateway.ts";
import type { DrawnWindow } from "../ports/drawn-window.ts";

/** A client's request, by default with the secret key of the scene's merchant. */
export type Asked = Omit<ClientRequest, "authorization"> & { readonly authorization?: string };

/** What an actor can do. Each call rejects if the process stops meanwhile. */
export interface Acting {
  readonly ask: (request: Asked) => Promise<Answer>;
  /** Does the due work of a kind once. */
  readonly work: (kind: string) => Promise<void>;
  /** Calls an operation that has no route, as the operator does. */
  readonly operate: <Answer>(operation: (payments: Payments) => Promise<Answer>) => Promise<Answer>;
  /** Branches the scene: each choice is walked. */
  readonly choose: <Choice extends string>(choices: readonly Choice[]) => Promise<Choice>;
}

export interface Actor {
  readonly name: string;
  /** Each process serves one actor, or several that name it. */
  readonly process?: string;
  readonly act: (acting: Acting) => Promise<unknown>;
}

/** What happens before its orders are walked. */
export interface Preparing extends Acting {
  readonly letTimePass: (ms: number) => void;
  /**
   * Loses the answer of the next call of this name, such as `cards.approve`. The call arrives at once, or, with `late`, at
   * any time in the scene.
   */
  readonly lose: (call: string, how: "answer" | "late") => void;
  /** Money that the merchant may pay out. */
  readonly deposit: (won: number) => Promise<void>;
  /** What the browser brings back when its buyer chooses this in the window of an opening. */
  readonly inWindow: (key: string, choice: string) => Promise<Readonly<Record<string, string>>>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The outcome of a payout in the bank's own record; undefined while it is not paid yet. */
  readonly atBank: (payoutId: string) => EvidenceInput | undefined;
}

export interface Scene {
  readonly name: string;
  readonly faults: readonly FaultKind[];
  /** How many of them may happen in one order. */
  readonly most: number;
  /** The same in `npm test`; left out if only `npm run test:long` has the time to walk all orders. */
  readonly mostInTests?: number;
  readonly settings?: Partial<Settings>;
  readonly contract?: Partial<MerchantInput>;
  readonly promises?: Partial<DrawnPromises>;
  /** The gateways have none by default. */
  readonly window?: DrawnWindow;
  /** Milliseconds by which the clock may jump at any time, one after the other. */
  readonly jumps?: readonly number[];
  readonly prepare: (preparing: Preparing) => Promise<readonly Actor[]>;
  /** The planted bugs that it finds. */
  readonly finds: readonly string[];
  /** More of them, which take too long for `npm test`: seeds find these there. */
  readonly findsInLong?: readonly string[];
}
