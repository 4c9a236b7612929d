import type { Knowledge } from "../client/client.ts";

/** The ids of the sellers that answers named as registered at the bank. */
export const registeredSellers: Knowledge<Set<string>> = {
  start: () => new Set(),
  onSuccess(known, { body: { id, externalSellerId } }) {
    if (typeof id === "string" && typeof externalSellerId === "string") known.add(id);
  },
};

/** The ids of the sellers that answers named, deleted or not. */
export const knownSellers: Knowledge<string[]> = {
  start: () => [],
  onSuccess(known, { body: { id } }) {
    if (typeof id === "string" && id.startsWith("seller_") && !known.includes(id)) known.push(id);
  },
};
