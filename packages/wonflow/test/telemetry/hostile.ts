/** The outcome of a call: it continues, or the callee puts its arguments into its answer. */
export type Fate = "continues" | "throws" | "says unknown" | "refuses";

/** An error of an adapter that puts everything it knows into every property. */
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

/** The same port, whose calls have these fates, one after the other, and continue when there are none left. */
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
          case "continues":
          case undefined:
            return await Reflect.apply(method, target, asked);
        }
      };
    },
  });
}
