import type { Invariant } from "../observation/invariant.ts";
import type { Part } from "../part.ts";
import { attempts } from "./records.ts";

const calledInTime: Invariant = {
  name: "called in time",
  ofEvent(event, { now }) {
    if ((event.kind !== "called" && event.kind !== "bank-called") || now < event.call.deadline) return undefined;
    const { operation, key = "", deadline } = event.call;
    return `${operation} ${key} was called at ${now}, after its deadline ${deadline}`;
  },
};

export const part: Part = { records: [attempts], invariants: [calledInTime] };
