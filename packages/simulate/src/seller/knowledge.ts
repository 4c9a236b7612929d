import type { Knowledge } from "../client/client.ts";

/** The ids of the sellers that answers named, deleted or not. */
export const knownSellers: Knowledge<string[]> = {
  start: () => [],
  onSuccess(known, { body: { id } }) {
    if (typeof id === "string" && id.startsWith("seller_") && !known.includes(id)) known.push(id);
  },
};
