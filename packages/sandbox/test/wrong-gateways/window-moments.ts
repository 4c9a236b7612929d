import { dayInSeoul, type KeyedCall, type ReturnedRequest } from "@wonflow/core";
import { inAField, readInTheMachinesZone, rememberingMissing } from "./moments.ts";
import { refused } from "./right.ts";
import {
  changed,
  forged,
  notFound,
  returning,
  rightWithCredentials,
  type RightWindow,
  type WrongParts,
  type WrongWindow,
} from "./window.ts";

/** The caller has ten seconds from now on, so its deadline says when it asks. */
const isOfToday = ({ askedAt, deadline }: KeyedCall) => dayInSeoul(askedAt) === dayInSeoul(deadline - 10_000);

/** Days and times that an adapter of a window works out for itself. */
export const wrongWindowMoments: readonly WrongWindow[] = [
  [
    "takes returns on the day of their opening only",
    "finish: of a buyer who authenticated before midnight is done after it: the payment would end",
    returning((answer, request) => (isOfToday(request) ? answer : forged)),
  ],
  [
    "reads the times of its provider in the zone of the machine",
    "finish: has the same time in every time zone of the machine: the time for its approval would be over",
    changed(({ authenticatedAt }) => ({ authenticatedAt: readInTheMachinesZone(authenticatedAt ?? 0) })),
  ],
  [
    "looks an authentication up under today",
    "lookUpAuthentication: finds after midnight who authenticated before it: the payment would end",
    ({ window }) => ({
      window: {
        lookUpAuthentication: async (question) =>
          isOfToday(question) ? window.lookUpAuthentication(question) : notFound,
      },
    }),
  ],
  [
    "looks an approval up under the day on which its window was opened",
    "approve in the window: of what was authenticated at 23:59:58 is found the next day, and two days later, by its authentication alone: it would be counted as lost",
    ({ gateway }) => ({
      async lookUpApproval(question) {
        const { authentication } = question;
        const found = await gateway.lookUpApproval(question);
        if (found.outcome !== "done" || authentication === null) return found;
        return dayInSeoul(found.value.approvedAt) === dayInSeoul(authentication.askedAt) ? found : notFound;
      },
    }),
  ],
];

/** What one instance of an adapter keeps between its calls. */
export const wrongWindowMemories: readonly WrongWindow[] = [
  [
    "keeps the return that it checks in a field",
    "finish: several at once are each about their own order: one buyer would pay for the other",
    ({ window }) => ({ window: { finish: inAField(window.finish) } }),
  ],
  [
    "keeps the authentication that it asks about in a field",
    "lookUpAuthentication: several at once find each its own: one buyer would pay for the other",
    ({ window }) => ({ window: { lookUpAuthentication: inAField(window.lookUpAuthentication) } }),
  ],
  [
    "keeps the merchant of the return that it checks in a field",
    "finish: several at once are each about their own order: one buyer would pay for the other",
    ({ window }) => {
      let tenant: ReturnedRequest["tenant"] = "1:test";
      return {
        window: {
          async finish(request) {
            ({ tenant } = request);
            await Promise.resolve();
            return window.finish({ ...request, tenant });
          },
        },
      };
    },
  ],
  [
    "remembers in its process which authentication it did not find",
    "lookUpAuthentication: finds in the same process what it did not find before: a buyer who never came back would wait",
    ({ window }) => ({ window: { lookUpAuthentication: rememberingMissing(window.lookUpAuthentication) } }),
  ],
  [
    "keeps the approval that it sends in a field",
    "approve in the window: several at once are each answered about their own: one buyer's payment would be booked for the other",
    ({ gateway }) => ({ approve: inAField(gateway.approve) }),
  ],
  [
    "remembers in its process which approval it did not find",
    "approve in the window: that takes effect late is found in the same process that did not find it before: it would be lost",
    ({ gateway }) => ({ lookUpApproval: rememberingMissing(gateway.lookUpApproval) }),
  ],
];

const withFormer =
  "credentials in the window: finish and look up with the former ones what was opened with them, once there are newer ones: the payment would end";
const withNewest =
  "credentials in the window: finish and look up with the newest ones if those of the opening are gone: the payment would end";

const wrongly =
  (change: (right: RightWindow) => WrongParts): WrongWindow[2] =>
  (right) => ({ ...rightWithCredentials(right), ...change(right) });

/** What an adapter of a window makes of the names of its credentials. */
export const wrongWindowCredentials: readonly WrongWindow[] = [
  [
    "checks the signature of a return with its newest credentials only",
    withFormer,
    wrongly(({ window, live }) => ({
      window: { finish: async (request) => (request.credentials === live[0] ? window.finish(request) : forged) },
    })),
  ],
  [
    "looks an authentication up with its newest credentials only",
    withFormer,
    wrongly(({ window, live }) => ({
      window: {
        lookUpAuthentication: async (question) =>
          question.credentials === live[0] ? window.lookUpAuthentication(question) : notFound,
      },
    })),
  ],
  [
    "takes no return whose credentials it has no longer",
    withNewest,
    wrongly(({ window, live }) => ({
      window: {
        finish: async (request) => (live.includes(request.credentials ?? "") ? window.finish(request) : forged),
      },
    })),
  ],
  [
    "finds no authentication whose credentials it has no longer",
    withNewest,
    wrongly(({ window, live }) => ({
      window: {
        lookUpAuthentication: async (question) =>
          live.includes(question.credentials ?? "") ? window.lookUpAuthentication(question) : notFound,
      },
    })),
  ],
  [
    "refuses to approve with newer credentials what the former ones opened",
    "credentials in the window: approve with the newer ones what was authenticated with the former, and find it: the buyer could not pay",
    wrongly(({ gateway, live }) => ({
      approve: async (request) => (live.length > 1 ? refused : gateway.approve(request)),
    })),
  ],
];
