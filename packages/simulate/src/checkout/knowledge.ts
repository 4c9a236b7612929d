import type { Knowledge } from "../client/client.ts";

/** The tokens of all links so far, old ones too. */
export const tokens: Knowledge<string[]> = {
  start: () => [],
  onSuccess(known, { body: { token } }) {
    if (typeof token === "string" && !known.includes(token)) known.push(token);
  },
};
