import { codeOf } from "../client/request.ts";
import type { Arrival, Invariant, Projection } from "../observation/invariant.ts";
import type { Part } from "../part.ts";

interface Keys {
  readonly state: Map<string, "being revoked" | "revoked">;
  readonly revokedAtArrival: WeakSet<Arrival>;
}

const keys: Projection<Keys> = {
  start: () => ({ state: new Map(), revokedAtArrival: new WeakSet() }),
  onEvent({ state }, event) {
    if (event.kind === "key") state.set(event.authorization, event.is);
  },
  onArrival({ state, revokedAtArrival }, arrival) {
    if (state.get(arrival.request.authorization) === "revoked") revokedAtArrival.add(arrival);
  },
};

const keysWhileActive: Invariant = {
  name: "only active keys are accepted",
  ofAnswer({ arrival, answer, errors }, observed) {
    const { state, revokedAtArrival } = observed.of(keys);
    const { name, authorization } = arrival.request;
    const isRefused = codeOf(answer) === "UNAUTHORIZED_KEY";
    if (revokedAtArrival.has(arrival)) {
      return isRefused || errors.length > 0 ? undefined : `${name} was let in by a key that is revoked`;
    }
    return isRefused && !state.has(authorization) ? `${name} was not let in, and its key is active` : undefined;
  },
};

export const part: Part = { projections: [keys], invariants: [keysWhileActive] };
