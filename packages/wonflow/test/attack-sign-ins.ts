import { request } from "node:http";

/** An operator's credentials, and the cookie that the browser has. */
export interface SignIn {
  readonly mId: number;
  readonly mode: "test" | "live";
  readonly name: string;
  readonly password: string;
  readonly cookie?: string;
}

export interface Answered {
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | undefined;
  readonly cookies: readonly string[];
}

/** Signs in over a connection of its own. */
export function signIn(url: string, { cookie, ...credentials }: SignIn): Promise<Answered> {
  const body = JSON.stringify(credentials);
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    ...(cookie !== undefined && { Cookie: cookie }),
  };
  const began = performance.now();
  const options = { method: "POST", headers, agent: false };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/operator/session`, options, (answer) => {
      answer.resume().once("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          ms: performance.now() - began,
          retryAfter: answer.headers["retry-after"],
          cookies: answer.headers["set-cookie"] ?? [],
        }),
      );
    });
    sent.once("error", reject).end(body);
  });
}

/** Strangers who sign in in loops with what `tried` returns, until they are stopped. */
export function strangers(url: string, count: number, tried: (n: number) => SignIn) {
  const statuses = new Map<number, number>();
  let going = true;
  let n = 0;
  const loops = Array.from({ length: count }, async () => {
    while (going) {
      const { status } = await signIn(url, tried((n += 1)));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  return {
    async stop(): Promise<Readonly<Record<string, number>>> {
      going = false;
      await Promise.all(loops);
      return Object.fromEntries(statuses);
    },
  };
}
