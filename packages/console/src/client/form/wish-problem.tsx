import type { Problem } from "../call/call.ts";
import { problemText } from "../call/problem-text.ts";
import { say } from "../language/language.ts";

interface WishProblemProps {
  readonly problem: Problem | undefined;
  /** The names of fields, as the form has them. */
  readonly titles?: Readonly<Record<string, string>>;
  /** Whether the route takes an `Idempotency-Key`, so that the same request is done once. */
  readonly once?: boolean;
}

/** Says why nothing came of a press, and which field is wrong. */
export function WishProblem({ problem, titles = {}, once = false }: WishProblemProps) {
  return (
    <div role="alert">
      {problem !== undefined && (
        <p class="alert">
          {problemText(problem)}
          {problem.details.map(({ field, problem: what }) => (
            <span class="under" key={field}>
              {titles[field] ?? field}: {what}
            </span>
          ))}
          {problem.kind === "lost" && (
            <span class="under">
              {once
                ? say("다시 눌러도 한 번만 처리돼요.", "Pressed again, it is done once all the same.")
                : say(
                    "처리됐을 수도 있으니 다시 누르기 전에 확인해 주세요.",
                    "It may have been done: look before you press again.",
                  )}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
