import { useEffect, useState } from "preact/hooks";

/** Told whether the password was typed. */
type Waiting = (isTyped: boolean) => void;

let waiting: readonly Waiting[] = [];
const changed = new EventTarget();

function become(next: readonly Waiting[]): void {
  waiting = next;
  changed.dispatchEvent(new Event("changed"));
}

/** Asks for the password, which was typed too long ago for a change. Resolves to false where it is not typed. */
export function passwordTyped(): Promise<boolean> {
  return new Promise((resolve) => become([...waiting, resolve]));
}

/** Answers all changes that wait for the password. */
export function answerPassword(isTyped: boolean): void {
  const answered = waiting;
  become([]);
  for (const tell of answered) tell(isTyped);
}

export function usePasswordAsked(): boolean {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const read = () => setAsked(waiting.length > 0);
    read();
    changed.addEventListener("changed", read);
    return () => changed.removeEventListener("changed", read);
  }, []);
  return isAsked;
}
