import { useEffect, useState } from "preact/hooks";

/** Somebody waits for the answer to the question for the password. */
type Waiting = (isConfirmed: boolean) => void;

let waiting: readonly Waiting[] = [];
const changed = new EventTarget();

/** Asks the operator for the password again. Answers whether it was right; not where the question was closed. */
export function askPassword(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting = [...waiting, resolve];
    changed.dispatchEvent(new Event("changed"));
  });
}

export function answerQuestion(isConfirmed: boolean): void {
  const asked = waiting;
  waiting = [];
  for (const answer of asked) answer(isConfirmed);
  changed.dispatchEvent(new Event("changed"));
}

export function useIsAsked(): boolean {
  const [isAsked, setAsked] = useState(waiting.length > 0);
  useEffect(() => {
    const read = () => setAsked(waiting.length > 0);
    changed.addEventListener("changed", read);
    return () => changed.removeEventListener("changed", read);
  }, []);
  return isAsked;
}
