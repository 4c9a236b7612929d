import { attemptRecord } from "@wonflow/core/records";
import type { Flow, ProcessEvent } from "../observation/event.ts";
import { noProblemIn, type Projection } from "../observation/invariant.ts";
import { writesOf } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { needsPeople } from "./flags.ts";
import { attemptOfCall } from "./records.ts";

interface Asked {
  /** Of several calls of a flow it is not known by which answer it decides. */
  readonly isOnly: boolean;
  readonly toldAt: number | undefined;
}

interface FlaggedAtOnce {
  readonly asked: Map<Flow, Map<string, Asked>>;
  problem: string | undefined;
}

const flaggedAtOnce: Projection<FlaggedAtOnce> = {
  start: () => ({ asked: new Map(), problem: undefined }),
  onEvent(value, event, observed) {
    if (event.kind === "called") {
      const own = askedBy(value, event.flow);
      const { tenant, key } = event.call;
      const name = `${tenant} ${attemptOfCall(observed, tenant, key)?.key ?? key}`;
      own.set(name, { isOnly: !own.has(name), toldAt: undefined });
    }
    if (event.kind === "told") enterAnswer(value, event, observed);
    if (event.kind === "stored") enterStored(value, event);
  },
};

function askedBy({ asked }: FlaggedAtOnce, flow: Flow): Map<string, Asked> {
  const own = asked.get(flow) ?? new Map<string, Asked>();
  asked.set(flow, own);
  return own;
}

function enterAnswer(
  value: FlaggedAtOnce,
  { flow, call, answer }: ProcessEvent & { readonly kind: "told" },
  observed: Observed,
): void {
  const { tenant, deadline } = call;
  const attempt = attemptOfCall(observed, tenant, call.key);
  if (attempt === undefined) return;
  const own = askedBy(value, flow);
  const name = `${tenant} ${attempt.key}`;
  const asked = own.get(name);
  if (asked === undefined) return;
  // An answer that comes after its deadline is not waited for any more.
  const counts = observed.now < deadline && needsPeople(attempt, call.key, answer);
  own.set(name, { ...asked, toldAt: counts ? observed.now : undefined });
}

function enterStored(value: FlaggedAtOnce, { flow, changeSet }: ProcessEvent & { readonly kind: "stored" }): void {
  const own = askedBy(value, flow);
  for (const { id, name, body } of writesOf(attemptRecord, changeSet)) {
    const asked = own.get(name);
    // An earlier decision may be stored only now.
    if (asked === undefined || body === null || changeSet.at < (asked.toldAt ?? 0)) continue;
    if (asked.isOnly) own.delete(name);
    const { status, flagged } = body;
    if (!asked.isOnly || asked.toldAt === undefined || status !== "UNKNOWN" || flagged) continue;
    value.problem ??= `${flow.process} was told by the network what people must look at, and left ${id} unflagged`;
  }
}

export const part: Part = {
  projections: [flaggedAtOnce],
  invariants: [noProblemIn("an answer for people flags its attempt", flaggedAtOnce)],
};
