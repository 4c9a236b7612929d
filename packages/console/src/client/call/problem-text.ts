import { say } from "../language/language.ts";
import { clockText, serviceNow } from "../time/seoul.ts";
import type { Problem } from "./call.ts";

/** What went wrong, for the person in front of the page. */
export function problemText({ kind, status, message, code }: Problem): string {
  if (status === 0)
    return say("서버가 응답하지 않았어요. 연결을 확인해 주세요.", "The service did not answer. Check the connection.");
  if (kind === "lost" && message === "") return say("서버에 문제가 생겼어요.", "The service has a problem.");
  return message === "" ? code : message;
}

/** `14:20까지 (12분)`: until when it makes no sense to ask again. */
export function waitText(retryAfterMs: number): string {
  if (retryAfterMs < 60_000) {
    const seconds = Math.ceil(retryAfterMs / 1_000);
    return say(`${seconds}초 뒤에 다시 해 주세요.`, `Try again in ${seconds} s.`);
  }
  const until = clockText(serviceNow() + retryAfterMs);
  const minutes = Math.ceil(retryAfterMs / 60_000);
  return say(`${until}에 다시 할 수 있어요 (${minutes}분 남음).`, `You can try again at ${until} (in ${minutes} min).`);
}
