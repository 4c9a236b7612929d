import { attemptRecord } from "@wonflow/core/internal";
import { createSession, tokenOf } from "./requests.ts";
import type { Acting, Asked, Preparing, Scene } from "./scene.ts";

const minute = 60_000;

const methods = ["KEYIN", "CARD", "EASY_PAY", "TRANSFER"] as const;

/** Of a page, which has only its link's token. */
function ofPage(token: string, about: Pick<Asked, "name" | "path" | "body">): Asked {
  return { ...about, method: "POST", authorization: `Bearer ${token}` };
}

interface Opened {
  readonly windowToken: string;
  /** The order id that the window shows. */
  readonly key: string;
}

function openRequest(token: string): Asked {
  const body = { method: "KAKAOPAY", device: "MOBILE" };
  return ofPage(token, { name: "open-window", path: "/checkout/session/window", body });
}

/** Opens the window of a link, and loads its page. */
async function openWindow(ask: Acting["ask"], token: string): Promise<Opened> {
  const opened = await ask(openRequest(token));
  const windowToken = String(opened.body["windowUrl"]).split("/").at(-1) ?? "";
  const path = `/windows/${windowToken}`;
  const { body } = await ask({ name: "launch-window", method: "GET", path, authorization: "Bearer none" });
  return { windowToken, key: new URL(String(body["url"])).searchParams.get("key") ?? "" };
}

function comeBack({ windowToken }: Opened, fields: Readonly<Record<string, string>>): Asked {
  return {
    name: "return-from-window",
    method: "POST",
    path: `/windows/${windowToken}/return`,
    authorization: "Bearer none",
    body: fields,
  };
}

/** A link whose buyer has authenticated in the window, and whose browser is on its way back. */
async function onTheWayBack({ ask, inWindow }: Preparing) {
  const token = await tokenOf(ask);
  const opened = await openWindow(ask, token);
  return { token, opened, fields: await inWindow(opened.key, "succeed") };
}

const withWindow = {
  faults: ["fail-after", "stop"],
  most: 1,
  contract: { contracts: { payouts: true, methods: [...methods] }, defaultMethods: [...methods] },
  promises: { storesCheckedCards: false },
  window: {
    gateways: ["default"],
    approvableForMs: 10 * minute,
    lastsMs: 5 * minute,
    looksUp: true,
    signsReplays: false,
    orders: 1,
  },
} as const satisfies Partial<Scene>;

export const returnBesideEnd: Scene = {
  ...withWindow,
  mostInTests: 0,
  name: "a return from the window beside the end of its opening",
  jumps: [6 * minute],
  async prepare(preparing) {
    const { opened, fields } = await onTheWayBack(preparing);
    return [
      { name: "buyer", act: ({ ask }) => ask(comeBack(opened, fields)) },
      { name: "work", act: ({ work }) => work(attemptRecord.name) },
    ];
  },
  finds: ["a lost session"],
};

export const returnBesideAnother: Scene = {
  ...withWindow,
  mostInTests: 0,
  name: "a return from the window beside a new session and giving up",
  async prepare(preparing) {
    const { token, opened, fields } = await onTheWayBack(preparing);
    return [
      { name: "buyer", act: ({ ask }) => ask(comeBack(opened, fields)) },
      {
        name: "other",
        async act({ ask, choose }) {
          const what = await choose(["a new session", "giving up"]);
          if (what === "a new session") return ask(createSession);
          return ask(ofPage(token, { name: "give-up", path: "/checkout/session/give-up" }));
        },
      },
    ];
  },
  finds: ["a return after its opening has ended"],
};

export const returnBesideOpening: Scene = {
  ...withWindow,
  name: "a return from the window beside a new opening",
  async prepare(preparing) {
    const { token, opened, fields } = await onTheWayBack(preparing);
    return [
      { name: "buyer", act: ({ ask }) => ask(comeBack(opened, fields)) },
      { name: "other tab", act: ({ ask }) => ask(openRequest(token)) },
    ];
  },
  finds: [],
};
