import type { Problem } from "../call/call.ts";
import { problemText } from "../call/problem-text.ts";
import { say } from "../language/language.ts";

interface BatchProblemProps {
  readonly problem: Problem | undefined;
}

/** Why nothing was paid, or that the outcome is unknown. */
export function BatchProblem({ problem }: BatchProblemProps) {
  return <div role="alert">{problem !== undefined && <p class="alert">{textOf(problem)}</p>}</div>;
}

function textOf(problem: Problem): string {
  const { code, kind, details } = problem;
  if (code === "PASSWORD_REQUIRED") {
    return say("비밀번호를 확인해야 지급할 수 있어요.", "Your password has to be confirmed first.");
  }
  if (kind === "lost") {
    return say(
      "응답을 받지 못했어요. 지급 목록에 없으면 그대로 다시 보내 주세요. 같은 지급 번호는 한 번만 지급돼요.",
      "No answer came. If the list of payouts does not have it, send the same again: a reference is paid once.",
    );
  }
  const rows = [
    ...new Set(details.map(({ field }) => Number.parseInt(field, 10) + 1).filter((row) => !Number.isNaN(row))),
  ];
  if (code === "PAYOUT_PROVIDER_SLOT_CONFLICT") {
    return say(
      `그날 이미 지급이 있는 판매자가 있어요. 아무것도 지급하지 않았어요. (${rows.join(", ")}번째 줄)`,
      `A seller has a payout on that day already; nothing was paid. (row ${rows.join(", ")})`,
    );
  }
  if (rows.length === 0) return problemText(problem);
  return `${problemText(problem)} ${say(`(${rows.join(", ")}번째 줄)`, `(row ${rows.join(", ")})`)}`;
}
