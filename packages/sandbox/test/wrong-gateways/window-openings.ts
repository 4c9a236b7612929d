import { z } from "zod";
import { insteadOfBreaking, notFound, refusedAs, type WrongWindow } from "./window.ts";

/** Wrong openings of the window. */
export const wrongOpenings: readonly WrongWindow[] = [
  [
    "writes its order ids in small letters",
    "begin: under keys that differ in a capital letter are two orders: one payment would be mistaken for the other",
    ({ window }) => ({
      window: { begin: (request) => window.begin({ ...request, key: request.key.toLowerCase() }) },
    }),
  ],
  [
    "offers a method twice",
    "methods: are methods of the port, each once, with the one that is tested: a buyer would choose what does not open",
    ({ window }) => ({ window: { methods: async (tenant) => [...(await window.methods(tenant)), "CARD"] } }),
  ],
  [
    "promises half a millisecond",
    "methods: approves for a time that is promised in whole milliseconds: a buyer could confirm without limit, or never",
    () => ({ window: { approvableForMs: 0.5 } }),
  ],
  [
    "opens an address without a host",
    "begin: answers an address that a browser can open, and a time: the buyer would have nowhere to go",
    ({ window }) => ({
      window: {
        async begin(request) {
          const answer = await window.begin(request);
          if (answer.outcome !== "done") return answer;
          return { ...answer, value: { lastsMs: 1, open: { kind: "redirect", url: "/open" } } };
        },
      },
    }),
  ],
  [
    "leaves the buyer no time",
    "begin: answers an address that a browser can open, and a time: the buyer would have nowhere to go",
    ({ window }) => ({
      window: {
        async begin(request) {
          const answer = await window.begin(request);
          return answer.outcome === "done" ? { ...answer, value: { ...answer.value, lastsMs: 0 } } : answer;
        },
      },
    }),
  ],
  [
    "opens a new order whenever the same one is opened again",
    "begin: repeated under its key is about the same order: a second tab would charge another one",
    ({ window, kept, count }) => ({
      window: {
        begin(request) {
          const key = kept.has(request.key) ? `${request.key}-${count()}` : request.key;
          kept.set(key, "");
          return window.begin({ ...request, key });
        },
      },
    }),
  ],
  [
    "keeps the order that is opened in a field of its own",
    "begin: two at once are each about their own order: one buyer would pay for the other",
    ({ window, kept }) => ({
      window: {
        async begin(request) {
          kept.set("key", request.key);
          await Promise.resolve();
          return window.begin({ ...request, key: kept.get("key") ?? request.key });
        },
      },
    }),
  ],
  [
    "cuts order ids to 63 characters",
    "begin: under keys of 64 characters that differ in the last are two orders: one payment would be mistaken for the other",
    ({ window }) => ({
      window: {
        begin: (request) => window.begin({ ...request, key: request.key.slice(0, 63) }),
        async finish(request) {
          const answer = await window.finish({ ...request, key: request.key.slice(0, 63) });
          if (answer.outcome !== "done") return answer;
          return { ...answer, value: { ...answer.value, key: request.key } };
        },
      },
    }),
  ],
  [
    "refuses names of more than 40 characters",
    "begin: of an order with a Korean name of 100 characters is done: its buyer could never pay",
    ({ window }) => ({
      window: {
        begin: async (request) =>
          request.orderName.length > 40 ? { outcome: "refused", code: "PROVIDER_ERROR" } : window.begin(request),
      },
    }),
  ],
  [
    "opens its window in Korean only",
    "begin: on a phone, in English, is done: its buyer could never pay",
    ({ window }) => ({
      window: {
        begin: async (request) =>
          request.language === "en" ? { outcome: "refused", code: "PROVIDER_ERROR" } : window.begin(request),
      },
    }),
  ],
  [
    "refuses a small amount with a code of its own",
    "begin: of an amount that the provider does not take is refused with a code of the port, or opens",
    ({ window }) => ({
      window: {
        begin: async (request) =>
          request.amount < 100
            ? { outcome: "refused", code: z.custom<"PROVIDER_ERROR">().parse("E1") }
            : window.begin(request),
      },
    }),
  ],
  [
    "reports an opening that timed out as refused",
    "begin: that breaks is unknown: an open window would be called refused",
    ({ window }) => ({
      window: {
        begin: insteadOfBreaking(window.begin, () => ({ outcome: "refused", code: "PROVIDER_ERROR" }) as const),
      },
    }),
  ],
];

/** Wrong look-ups of what its buyer did. */
export const wrongLookUps: readonly WrongWindow[] = [
  [
    "calls a buyer who is still there gone",
    "lookUpAuthentication: says not-found before the buyer acted, also after a restart: it would be mistaken for an answer",
    ({ window }) => ({
      window: {
        async lookUpAuthentication(question) {
          const answer = await window.lookUpAuthentication(question);
          return answer.outcome === "not-found" ? refusedAs("PAY_PROCESS_ABORTED") : answer;
        },
      },
    }),
  ],
  [
    "finds the authentications of all merchants",
    "lookUpAuthentication: says not-found of a key that was never opened, and of another merchant",
    ({ window }) => ({
      window: { lookUpAuthentication: (question) => window.lookUpAuthentication({ ...question, tenant: "1:test" }) },
    }),
  ],
  [
    "finds another reference than the return brought",
    "lookUpAuthentication: agrees with the return, also when it never came, and after a restart: the payment would differ",
    ({ window }) => ({
      window: {
        async lookUpAuthentication(question) {
          const answer = await window.lookUpAuthentication(question);
          if (answer.outcome !== "done") return answer;
          return { ...answer, value: { ...answer.value, reference: question.key } };
        },
      },
    }),
  ],
  [
    "finds every order that was opened",
    "lookUpAuthentication: finds no authentication of a buyer who failed: who did not agree would pay",
    ({ window }) => ({
      window: {
        async lookUpAuthentication(question) {
          const answer = await window.lookUpAuthentication(question);
          if (answer.outcome !== "refused") return answer;
          const { key, amount } = question;
          const value = { key, amount, reference: key, authenticatedAt: null, paidWith: null };
          return { outcome: "done", value };
        },
      },
    }),
  ],
  [
    "finds the order of a buyer who left",
    "lookUpAuthentication: finds no authentication of a buyer who left: who did not agree would pay",
    ({ window }) => ({
      window: {
        async lookUpAuthentication(question) {
          const answer = await window.lookUpAuthentication(question);
          if (answer.outcome !== "not-found") return answer;
          const { key, amount } = question;
          const value = { key, amount, reference: key, authenticatedAt: null, paidWith: null };
          return { outcome: "done", value };
        },
      },
    }),
  ],
  [
    "says not-found of an authentication when its look-up broke",
    "lookUpAuthentication: that breaks is unknown: a buyer who paid would be called gone",
    ({ window }) => ({
      window: { lookUpAuthentication: insteadOfBreaking(window.lookUpAuthentication, () => notFound) },
    }),
  ],
];
