import { type Client, pickKnown, send } from "../client/client.ts";
import type { Command } from "../client/command.ts";
import type { ClientRequest } from "../client/request.ts";
import type { Part } from "../part.ts";
import { tokens } from "./knowledge.ts";
import * as requests from "./requests.ts";

function withLink(name: string, requestOf: (client: Client, token: string) => ClientRequest): Command {
  return {
    name,
    async run(client) {
      const token = pickKnown(client, client.order.known.of(tokens));
      if (token !== undefined) await send(client, requestOf(client, token));
    },
  };
}

export const createSession: Command = {
  name: "create-session",
  run: (client) => send(client, requests.createSession(client)),
};
const openCheckout: Command = {
  name: "open-checkout",
  run: (client) => send(client, requests.openCheckout(client)),
};
export const openLink = withLink("open-link", (_, token) => requests.openLink(token));
export const authenticate = withLink("authenticate", requests.authenticate);
const giveUp = withLink("give-up", (_, token) => requests.giveUp(token));

export const part: Part = {
  knowledge: [tokens],
  commands: [
    [createSession, 1],
    [openCheckout, 1],
    [openLink, 1],
    [giveUp, 1],
    [authenticate, 2],
  ],
};
