import type { Problem } from "../call/call.ts";
import { problemText, waitText } from "../call/problem-text.ts";
import { say } from "../language/language.ts";

/** Why nobody is let in, for the person who tries. */
export function refusalText(problem: Problem): string {
  const { code, retryAfterMs } = problem;
  if (code === "INCORRECT_OPERATOR_CREDENTIALS") {
    return say("상점 번호, 이름, 비밀번호 가운데 맞지 않는 것이 있어요.", "Merchant, name or password is not right.");
  }
  if (code === "TOO_MANY_REQUESTS" && retryAfterMs !== undefined) {
    const locked = say("비밀번호를 여러 번 틀려서 잠겼어요.", "Locked, as the password was wrong too often.");
    const busy = say("로그인 요청이 많아요.", "Too many people are signing in.");
    return `${retryAfterMs >= 60_000 ? locked : busy} ${waitText(retryAfterMs)}`;
  }
  if (code === "INVALID_REQUEST") return say("적은 내용을 다시 확인해 주세요.", "Check what you typed.");
  return problemText(problem);
}
