import type { Received, Service } from "./open-service.ts";

/** The headers of a signed-in operator's page, which has no key. */
export type PageHeaders = Readonly<Record<"Cookie" | "X-CSRF-Token", string> & Record<"Authorization", null>>;

/** Signs an operator in, and answers the headers that the page sends from then on. */
export async function signIn(
  call: Service["call"],
  path: "/operator/session" | "/platform/session",
  credentials: object,
): Promise<{ readonly answer: Received; readonly headers: PageHeaders }> {
  const answer = await call("POST", path, { headers: { Authorization: null }, body: credentials });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const { csrfToken = "" } = answer.body as { readonly csrfToken?: string };
  return { answer, headers: { Authorization: null, Cookie: cookies.join("; "), "X-CSRF-Token": csrfToken } };
}
