import { attempts } from "../attempt/records.ts";
import { sessions } from "../checkout/records.ts";
import type { Invariant } from "../observation/invariant.ts";
import type { Move } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { payouts } from "../payout/records.ts";
import { merchants } from "./invariants.ts";

/** Attempts that start new business. All others refund, undo or release. */
const opening: readonly string[] = ["approval", "token-issue"];

function isNewBusiness({ machine, tenant, id }: Move, observed: Observed): boolean {
  switch (machine) {
    case sessions.kind:
      return true;
    case attempts.kind:
      return opening.includes(observed.of(attempts).get(tenant, id)?.kind ?? "");
    case payouts.kind:
      return observed.of(payouts).get(tenant, id)?.destination.type === "SELLER";
    default:
      return false;
  }
}

const nothingNewWhileSuspended: Invariant = {
  name: "a suspended merchant begins nothing",
  ofMove(move, observed) {
    const { machine, tenant, id, from } = move;
    if (from !== undefined || observed.of(merchants).get(tenant, "self")?.suspended == null) return undefined;
    return isNewBusiness(move, observed) ? `${machine} ${id} was made while ${tenant} was suspended` : undefined;
  },
};

export const part: Part = { invariants: [nothingNewWhileSuspended] };
