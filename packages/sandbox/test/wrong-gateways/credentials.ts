import type { KeyedCall } from "@wonflow/core";
import { storedCard } from "../card-fixture.ts";
import { refused, type Right, type Wrong, type WrongGateway, type CardCalls } from "./right.ts";

const newest = "2026-11";
const notFound = { outcome: "not-found" } as const;
const aName = "credentials: have a name of 1 to 64 visible characters, which does not contain a card's data";
const theSame = "credentials: keep their name until they are rotated, also after a restart";
const withItsName = "credentials: approve, cancel and find under their name";
const withoutName = "credentials: approve, cancel and find without a name";
const rotated = "credentials: finds with its newest what was sent with credentials that it no longer has";

export const rightWithCredentials: Wrong = ({ live }) => ({ credentials: async () => live[0] ?? newest });

const bothLive =
  "credentials: finds with the former ones what was sent with them, once there are newer ones: it would be counted as lost";

/** A gateway whose provider shows each set of credentials its own calls only, and that asks with one of its own choice. */
const askingWith =
  (chosen: (named: string | null, live: readonly string[]) => string | null): Wrong =>
  (right) => {
    const { gateway, live, made } = right;
    return {
      ...rightWithCredentials(right),
      async approve(request) {
        made.push([request.key, request.credentials ?? ""]);
        return gateway.approve(request);
      },
      async lookUpApproval(question) {
        const sentWith = made.find(([key]) => key === question.key)?.[1];
        const isShown = sentWith === undefined || live.length === 1 || sentWith === chosen(question.credentials, live);
        return isShown ? gateway.lookUpApproval(question) : notFound;
      },
    };
  };

/** A gateway that refuses something once it has newer credentials. */
const onceNewer =
  (change: (gateway: CardCalls) => Partial<CardCalls>): Wrong =>
  (right) => {
    const { gateway, live } = right;
    const { cancel = gateway.cancel, reverse = gateway.reverse } = change(gateway);
    return {
      ...rightWithCredentials(right),
      cancel: async (request) => (live.length > 1 ? cancel(request) : gateway.cancel(request)),
      reverse: async (request) => (live.length > 1 ? reverse(request) : gateway.reverse(request)),
    };
  };

/** A right gateway except for the name of its credentials. */
const naming =
  (name: (right: Right) => string): Wrong =>
  (right) => ({ credentials: async () => name(right) });

/** A gateway that does something else with calls whose credentials it does not have. */
function insteadOfIts<Call extends KeyedCall, Answer>(
  call: (request: Call) => Promise<Answer>,
  answer: () => Answer,
): (request: Call) => Promise<Answer> {
  return async (request) => (request.credentials === newest ? call(request) : answer());
}

const wrongly =
  (change: (gateway: CardCalls) => Partial<CardCalls>): Wrong =>
  (right) => ({ ...rightWithCredentials(right), ...change(right.gateway) });

function thrown(): never {
  throw new Error("no such credentials");
}

/** What a gateway makes of the names of its credentials. */
export const wrongCredentials: readonly WrongGateway[] = [
  ["asks with its newest credentials only", bothLive, askingWith((_named, live) => live[0] ?? null)],
  ["asks with its oldest credentials only", bothLive, askingWith((_named, live) => live.at(-2) ?? null)],
  [
    "still sends with its former credentials once it has newer ones",
    bothLive,
    ({ live }) => ({ credentials: async () => live.at(-1) ?? newest }),
  ],
  [
    "refuses to cancel with newer credentials what the former ones approved",
    "credentials: cancels with the newer ones what was approved with the former: a buyer would wait for the refund",
    onceNewer(() => ({ cancel: async () => refused })),
  ],
  [
    "finds nothing to reverse of what its former credentials approved",
    "credentials: reverses with the newer ones what the former ones approved without an answer: the buyer would pay for nothing",
    onceNewer(() => ({ reverse: async () => notFound })),
  ],
  ["returns an empty name", aName, naming(() => "")],
  ["returns the key itself as its name", aName, naming(() => `live_gsk_${"a1B2c3D4".repeat(8)}`)],
  ["returns a name with a space", aName, naming(() => "November 2026")],
  ["returns a name in Korean", aName, naming(() => "새로운-키")],
  ["returns a name with a card number in it", aName, naming(() => `key-${storedCard.number}`)],
  ["returns a name with a number as long as a card's", aName, naming(() => "key-202611240930")],
  ["returns another name each time", theSame, naming(({ count }) => `key-${count()}`)],
  ["returns another name after a restart", theSame, naming(({ restarts }) => `process-${restarts}`)],
  [
    "refuses to approve with the name that it returns",
    withItsName,
    wrongly(({ approve }) => ({
      approve: async (request) => (request.credentials === newest ? refused : approve(request)),
    })),
  ],
  [
    "throws if no name is given",
    withoutName,
    wrongly(({ approve }) => ({
      approve: async (request) => (request.credentials === null ? thrown() : approve(request)),
    })),
  ],
  [
    "finds no cancellation without a name",
    withoutName,
    wrongly(({ lookUpCancellation }) => ({
      lookUpCancellation: async (question) => (question.credentials === null ? notFound : lookUpCancellation(question)),
    })),
  ],
  [
    "refuses a look-up whose credentials it has no longer",
    rotated,
    wrongly(({ lookUpApproval }) => ({ lookUpApproval: insteadOfIts(lookUpApproval, () => refused) })),
  ],
  [
    "finds nothing whose credentials it has no longer",
    rotated,
    wrongly(({ lookUpApproval }) => ({ lookUpApproval: insteadOfIts(lookUpApproval, () => notFound) })),
  ],
  [
    "never knows the outcome of a cancellation whose credentials it has no longer",
    rotated,
    wrongly(({ lookUpCancellation }) => ({ lookUpCancellation: insteadOfIts(lookUpCancellation, thrown) })),
  ],
  [
    "refuses every look-up with credentials that it has no longer, also if nothing arrived",
    "credentials: says not-found of what never arrived, whatever its credentials",
    wrongly(({ lookUpCancellation }) => ({ lookUpCancellation: insteadOfIts(lookUpCancellation, () => refused) })),
  ],
  [
    "refuses a cancellation whose credentials it has no longer",
    "credentials: cancels with its newest where it no longer has those of the call",
    wrongly(({ cancel }) => ({ cancel: insteadOfIts(cancel, () => refused) })),
  ],
  [
    "finds nothing to reverse with credentials that it has no longer",
    "credentials: reverses with its newest where it no longer has those of the call",
    wrongly(({ reverse }) => ({ reverse: insteadOfIts(reverse, () => notFound) })),
  ],
  [
    "finds no token to release with credentials that it has no longer",
    "credentials: release a card with the newest ones if those of the call are gone",
    wrongly(({ releaseToken }) => ({ releaseToken: insteadOfIts(releaseToken, () => notFound) })),
  ],
];
