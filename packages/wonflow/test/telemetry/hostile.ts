/** What becomes of a call: it goes on, or whoever answers puts all that it was asked into what it says. */
export type Fate = "goes on" | "throws" | "says unknown" | "refuses";

/** An adapter that tells everything that it knows, at every place where it may say something. */
class Telltale extends Error {
  readonly code: string;
  readonly request: unknown;

  constructor(request: unknown) {
    const text = JSON.stringify(request);
    super(`${text}\n    at ${text} (file.js:1:1)`, { cause: new Error(text, { cause: text }) });
    this.name = text;
    this.code = text;
    this.request = request;
  }
}

/** The same port, whose calls have these fates, one after the other, and go on when there are none left. */
export function hostile<Port extends object>(port: Port, nextFate: () => Fate | undefined): Port {
  return new Proxy(port, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== "function") return method;
      return async (...asked: unknown[]): Promise<unknown> => {
        const text = JSON.stringify(asked);
        switch (nextFate()) {
          case "throws":
            throw new Telltale(asked);
          case "says unknown":
            return {
              outcome: name === "send" ? "failed" : "unknown",
              reason: text,
              provider: { code: text, message: text },
              ms: 1,
            };
          case "refuses":
            return {
              outcome: name === "send" ? "answered" : "refused",
              code: text,
              provider: { code: text, message: text },
              status: 500,
              text,
              ms: 1,
            };
          case "goes on":
          case undefined:
            return await Reflect.apply(method, target, asked);
        }
      };
    },
  });
}
