import type { Problem } from "../call/call.ts";
import { problemText } from "../call/problem-text.ts";
import { say } from "../language/language.ts";

interface WishProblemProps {
  readonly problem: Problem | undefined;
  /** The names of fields, as the form has them. */
  readonly titles?: Readonly<Record<string, string>>;
}

/** Says why nothing came of a press, and which field is wrong. */
export function WishProblem({ problem, titles = {} }: WishProblemProps) {
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
              {say(
                "응답을 받지 못했어요. 다시 눌러도 한 번만 처리돼요.",
                "No answer came. Pressed again, it is done once all the same.",
              )}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
