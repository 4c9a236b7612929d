import { askHandler, password, operators, shop, type AttackedService } from "./attacked-service.ts";
import type { HeaderLine } from "../generate/header-lines.ts";
import type { Learned } from "./learned.ts";
import { codeOf, type Received } from "./received.ts";

/** The headers of each credential. */
export interface Callers {
  /** Signs the operators in again, as their sessions and passwords grow old. */
  signIn(): Promise<void>;
  /** Signs an operator in again whose session has ended or whose password is old. */
  received(caller: string, answer: Received): Promise<void>;
  headersOf(caller: string, learned: Learned): readonly HeaderLine[];
}

export function newCallers(service: AttackedService): Callers {
  const sessions = new Map<string, readonly HeaderLine[]>();

  async function signIn(caller: string, path: string, credentials: object): Promise<void> {
    const { headers, body } = await askHandler(service, {
      method: "POST",
      path,
      headers: [["Content-Type", "application/json"]],
      body: new TextEncoder().encode(JSON.stringify(credentials)),
    });
    const cookies = headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    const { csrfToken } = Object(body) as { readonly csrfToken?: string };
    // If a request has removed the operator, the old session is kept.
    if (csrfToken === undefined) return;
    sessions.set(caller, [
      ["Cookie", cookies.join("; ")],
      ["X-CSRF-Token", csrfToken],
    ]);
  }

  const signIns: Readonly<Record<string, () => Promise<void>>> = {
    operatorSession: () => signIn("operatorSession", "/operator/session", { ...shop, name: operators.shop, password }),
    platformSession: () => signIn("platformSession", "/platform/session", { name: operators.platform, password }),
  };

  return {
    async signIn() {
      for (const one of Object.values(signIns)) await one();
    },
    async received(caller, answer) {
      const code = codeOf(answer);
      if (code === "UNAUTHORIZED_OPERATOR" || code === "PASSWORD_REQUIRED") await signIns[caller]?.();
    },
    headersOf(caller, learned) {
      if (caller === "secretKey") return [["Authorization", basic("test_sk_docs")]];
      if (caller === "clientKey") return [["Authorization", basic("test_ck_docs")]];
      if (caller === "checkoutToken") return [["Authorization", `Bearer ${learned.last("token")?.value ?? "none"}`]];
      return sessions.get(caller) ?? [];
    },
  };
}

/** The Authorization header of an API key. */
function basic(key: string): string {
  return `Basic ${btoa(`${key}:`)}`;
}
