import type { ComponentChildren } from "preact";
import type { Problem } from "../call/call.ts";
import { problemText } from "../call/problem-text.ts";
import { say } from "../language/language.ts";

interface LoadingProps {
  /** Missing until it is read. */
  readonly value?: unknown;
  readonly problem: Problem | undefined;
  readonly textOf?: (problem: Problem) => string;
  /** Shown below, such as that there is nothing. */
  readonly children?: ComponentChildren;
}

/** Says that a page's value is being read, or why it can't be; nothing once it is there. */
export function Loading({ value, problem, textOf = problemText, children }: LoadingProps) {
  return (
    <div role="status">
      {problem !== undefined && <p class="alert">{textOf(problem)}</p>}
      {value === undefined && problem === undefined && <p class="waiting">{say("불러오는 중이에요", "Loading")}</p>}
      {children}
    </div>
  );
}
