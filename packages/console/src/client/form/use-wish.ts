import { useRef, useState } from "preact/hooks";
import { newIdempotencyKey, type Answer, type Method, type Problem } from "../call/call.ts";
import { write } from "../session/session.ts";

interface Asked {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
}

export interface Wish {
  readonly isSending: boolean;
  /** Why the last press came to nothing, or may have. */
  readonly problem: Problem | undefined;
  /** Sends it and resolves to the answer. A press while it is under way does nothing, and resolves to undefined. */
  readonly send: <Value>(asked: Asked) => Promise<Answer<Value> | undefined>;
}

/**
 * A change that an operator requests. Each one has a key, so that a route that accepts keys does it once, also if it is
 * sent again without an answer. After an answer the next press is a new change, and so is a different request.
 */
export function useWish(): Wish {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const unanswered = useRef<{ readonly text: string; readonly key: string } | undefined>(undefined);
  // A second press may come before the button shows the first one.
  const sending = useRef(false);

  async function send<Value>({ method, path, body }: Asked): Promise<Answer<Value> | undefined> {
    if (sending.current) return undefined;
    sending.current = true;
    setSending(true);
    setProblem(undefined);
    const text = JSON.stringify([method, path, body]);
    const key = unanswered.current?.text === text ? unanswered.current.key : newIdempotencyKey();
    const answer = await write<Value>(method, path, { ...(body !== undefined && { body }), idempotencyKey: key });
    unanswered.current = !answer.ok && answer.problem.kind === "lost" ? { text, key } : undefined;
    sending.current = false;
    setSending(false);
    if (!answer.ok) setProblem(answer.problem);
    return answer;
  }
  return { isSending, problem, send };
}
