import { wrappedGateway, type AroundCall, type Clock, type Gateway } from "@wonflow/core";
import type { BreakableCall, Oddity } from "@wonflow/testkit";

/** What an adapter cannot read: a right one passes it on, as an outcome that is unknown. */
export class OddAnswer extends Error {
  override readonly name = "OddAnswer";
  readonly oddity: Oddity;

  constructor(oddity: Oddity) {
    super(`The provider answered oddly on purpose (${oddity}).`);
    this.oddity = oddity;
  }
}

export interface Wire {
  /** The same gateway behind the wire. */
  readonly over: <Provider extends Gateway>(provider: Provider) => Provider;
  readonly oddNext: (call: BreakableCall, oddity: Oddity) => boolean;
}

/**
 * A connection to a provider on which odd things happen to calls that take effect all the same. Like a right adapter,
 * and like core itself, it sends nothing after a deadline: the sandbox is no adapter, and takes whatever comes.
 */
export function wireOf(clock: Clock): Wire {
  const waiting: { readonly call: BreakableCall; readonly oddity: Oddity }[] = [];

  const around: AroundCall = (call, ask) => async (request) => {
    const index = waiting.findIndex((each) => each.call === call);
    const oddity = index < 0 ? undefined : waiting.splice(index, 1)[0]?.oddity;
    if (clock.now() >= request.deadline) throw new OddAnswer("no-answer");
    const answer = await ask(request);
    if (oddity === undefined) return answer;
    if (oddity === "other-order" || oddity === "other-amount") return aboutAnother(answer, oddity);
    if (oddity === "arrives-twice") await ask(request);
    if (oddity === "no-answer") await clock.after(request.deadline - clock.now()).elapsed;
    throw new OddAnswer(oddity);
  };

  return {
    // Wrapping leaves out what a provider has beside the port, such as its records.
    over: (provider) => Object.assign({}, provider, wrappedGateway(provider, around)),
    oddNext(call, oddity) {
      waiting.push({ call, oddity });
      return true;
    },
  };
}

function aboutAnother<Answer extends object>(answer: Answer, oddity: "other-order" | "other-amount"): Answer {
  if (!("value" in answer) || typeof answer.value !== "object") return answer;
  const { value } = answer;
  const other = oddity === "other-amount" ? { amount: amountOf(value) + 1 } : otherNames(value);
  return Object.assign({}, answer, { value: { ...value, ...other } });
}

function amountOf(value: object | null): number {
  return value !== null && "amount" in value ? Number(value.amount) : 0;
}

function otherNames(value: object | null): object {
  return value !== null && "approvalKey" in value ? { approvalKey: "another-order" } : { key: "another-order" };
}
