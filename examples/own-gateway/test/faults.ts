import type { ServerResponse } from "node:http";

/**
 * A fault of the next call of a path. All but `request-lost` take effect, `arrivesAfterMs` later. `arrives-twice` is
 * answered as the second one.
 */
export type Fault =
  | "request-lost"
  | "answer-lost"
  | "html"
  | "other-shape"
  | "no-answer"
  | "server-error"
  | "unlisted-code"
  | "other-order"
  | "other-amount"
  | "arrives-twice"
  | { readonly arrivesAfterMs: number };

/** What a call does at a time, and its answer. */
type Effect = (at: number) => Record<string, unknown>;

/** The faults of an emulated provider. */
export interface Faults {
  readonly breakNext: (path: string, fault: Fault) => void;
  /** Lets a call take effect and answers it, unless a fault waits for it. */
  readonly answer: (response: ServerResponse, path: string, effect: Effect) => void;
  /** Calls that arrive late take effect, each at its own time. */
  readonly arrive: (until: number) => void;
}

export function faultsOf(now: () => number): Faults {
  const faults: { readonly path: string; readonly fault: Fault }[] = [];
  let late: { readonly at: number; readonly effect: Effect }[] = [];
  return {
    breakNext: (path, fault) => void faults.push({ path, fault }),
    answer(response, path, effect) {
      const index = faults.findIndex((each) => each.path === path);
      const fault = index < 0 ? undefined : faults.splice(index, 1)[0]?.fault;
      if (typeof fault === "object") late.push({ at: now() + fault.arrivesAfterMs, effect });
      if (fault === "request-lost" || typeof fault === "object") return void response.destroy();
      const result = effect(now());
      if (fault === "answer-lost") return void response.destroy();
      if (fault === "arrives-twice") return send(response, effect(now()));
      answerAs(response, fault, result);
    },
    arrive(until) {
      const due = late.filter(({ at }) => at <= until).toSorted((one, other) => one.at - other.at);
      late = late.filter((each) => !due.includes(each));
      for (const { at, effect } of due) effect(at);
    },
  };
}

/** Sends the result of a call, or something odd in its place. */
function answerAs(
  response: ServerResponse,
  fault: Exclude<Fault, object | "request-lost" | "answer-lost" | "arrives-twice"> | undefined,
  result: ReturnType<Effect>,
): void {
  switch (fault) {
    case undefined:
      return send(response, result);
    case "html":
      return void response.end("<html><body>점검 중입니다</body></html>");
    case "server-error":
      return void response.writeHead(502).end("<html><body>502</body></html>");
    case "other-shape":
      // Some answers are their code alone.
      return send(response, Object.keys(result).length > 1 ? { code: "0000", result } : [result]);
    case "unlisted-code":
      return send(response, { code: "D998", message: "처리중" });
    case "other-order":
      return send(response, { ...result, orderNo: "another-order", orderId: "another-order" });
    case "other-amount":
      return send(response, { ...result, amount: Number(result["amount"]) + 1 });
    case "no-answer":
      // The connection stays silent.
      return undefined;
  }
}

function send(response: ServerResponse, result: object): void {
  response.setHeader("content-type", "application/json").end(JSON.stringify(result));
}
