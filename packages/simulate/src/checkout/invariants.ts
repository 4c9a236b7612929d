import type { Invariant } from "../observation/invariant.ts";
import type { Part } from "../part.ts";
import { sessionIdOf, sessions } from "./records.ts";

/** A link is used before it expires. */
const linksUsedInTime: Invariant = {
  name: "links used in time",
  ofMove({ machine, tenant, id, event, at }, observed) {
    if (machine !== sessions.kind || event !== "authenticate") return undefined;
    const session = observed.of(sessions).get(tenant, id);
    return session !== undefined && at >= session.expiresAt ? `session ${id} was used after it had expired` : undefined;
  },
};

/** A link that was handed out has its session. */
const noLinkLost: Invariant = {
  name: "no acknowledged link is lost",
  ofAcknowledgment({ tenant, answer }, observed) {
    const { token } = answer.body;
    if (typeof token !== "string") return undefined;
    const session = observed.of(sessions).get(tenant, sessionIdOf(token));
    return session === undefined ? "a client was given a link whose session is not stored" : undefined;
  },
};

export const part: Part = { records: [sessions], invariants: [linksUsedInTime, noLinkLost] };
