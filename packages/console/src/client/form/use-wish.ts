import { useRef, useState } from "preact/hooks";
import { newIdempotencyKey, type Method, type Problem } from "../call/call.ts";
import { write } from "../session/session.ts";

interface Asked {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
}

export interface Wish {
  readonly isSending: boolean;
  /** Why the last press has come to nothing, or may have. */
  readonly problem: Problem | undefined;
  /** Sends it, and answers the value; undefined where there is none. A press while it is under way does nothing. */
  readonly send: <Value>(asked: Asked) => Promise<Value | undefined>;
}

/**
 * A change that somebody wishes. One wish has one key, so that a route that takes one does it once, also if it is sent
 * again because no answer came. After an answer the next press is another wish.
 */
export function useWish(): Wish {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const sent = useRef<{ readonly text: string; readonly key: string } | undefined>(undefined);
  // A second press may come before the button shows the first one.
  const sending = useRef(false);

  async function send<Value>({ method, path, body }: Asked): Promise<Value | undefined> {
    if (sending.current) return undefined;
    sending.current = true;
    setSending(true);
    setProblem(undefined);
    const text = JSON.stringify([method, path, body]);
    const key = sent.current?.text === text ? sent.current.key : newIdempotencyKey();
    const answer = await write<Value>(method, path, { ...(body !== undefined && { body }), idempotencyKey: key });
    sent.current = !answer.ok && answer.problem.kind === "lost" ? { text, key } : undefined;
    sending.current = false;
    setSending(false);
    if (answer.ok) return answer.value;
    setProblem(answer.problem);
    return undefined;
  }
  return { isSending, problem, send };
}
