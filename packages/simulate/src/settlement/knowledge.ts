import type { Knowledge } from "../client/client.ts";

/** The ids of the settlements that an order's answers named. */
export const settlementIds: Knowledge<string[]> = {
  start: () => [],
  onSuccess(known, { body: { settlementId } }) {
    if (typeof settlementId === "string" && !known.includes(settlementId)) known.push(settlementId);
  },
};

/** When an order's payment is expected to be settled, milliseconds since 1970, as it was answered last. */
export const scheduledAt: Knowledge<{ at: number | undefined }> = {
  start: () => ({ at: undefined }),
  onSuccess(known, { body }) {
    if (typeof body["scheduledAt"] === "string") known.at = Date.parse(body["scheduledAt"]);
  },
};
