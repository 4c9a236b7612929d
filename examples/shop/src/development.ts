import { z } from "zod";

import type { Language } from "./words.ts";

/** A service in development, which has a clock that can be moved, and accepts a webhook's address from anyone. */
interface Development {
  /** Without a slash at the end. */
  readonly url: string;
}

const clockSchema = z.object({ now: z.string() });
const secretSchema = z.object({ secret: z.string() });
const errorSchema = z.object({ message: z.string() });

/** A clock that was not moved; its message says why. */
export class NotMoved extends Error {}

/** The service's time. */
export async function readClock({ url }: Development): Promise<Date> {
  const response = await fetch(`${url}/development/clock`);
  return new Date(clockSchema.parse(await response.json()).now);
}

/** Moves the service's time ahead; fulfils when all that was due by then is done. */
export async function moveClock(
  { url }: Development,
  forward: { readonly minutes: number } | { readonly businessDays: number },
  language: Language,
): Promise<void> {
  const headers = { "Content-Type": "application/json", "Accept-Language": language };
  const body = JSON.stringify({ forward });
  const response = await fetch(`${url}/development/clock`, { method: "POST", headers, body });
  if (!response.ok) throw new NotMoved(errorSchema.parse(await response.json()).message);
}

/** Says where webhooks go; answers the secret that they are signed with. In earnest the operator gives it. */
export async function setWebhookEndpoint({ url }: Development, endpoint: string): Promise<string> {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ url: endpoint });
  const response = await fetch(`${url}/development/webhook-endpoint`, { method: "PUT", headers, body });
  return secretSchema.parse(await response.json()).secret;
}
