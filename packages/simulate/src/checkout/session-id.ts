import { createHash } from "node:crypto";

/** A session is stored under the hash of its token. */
export function sessionIdOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
