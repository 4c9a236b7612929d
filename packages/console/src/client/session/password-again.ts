import { pageState } from "../state/page-state.ts";

/** Called with whether the password was typed. */
type Waiting = (isTyped: boolean) => void;

const waiting = pageState<readonly Waiting[]>([]);

/** Asks for the password, which was typed too long ago for a change. Resolves to false if it is not typed. */
export function passwordTyped(): Promise<boolean> {
  return new Promise((resolve) => waiting.set([...waiting.get(), resolve]));
}

/** Answers all changes that wait for the password. */
export function answerPassword(isTyped: boolean): void {
  const answered = waiting.get();
  waiting.set([]);
  for (const tell of answered) tell(isTyped);
}

export function usePasswordAsked(): boolean {
  return waiting.use().length > 0;
}
