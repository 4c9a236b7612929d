import { say } from "../language/language.ts";
import { clockText } from "../time/seoul.ts";
import { useLostSince } from "./connection.ts";

/** Says that what the page shows may be old. */
export function ConnectionNotice() {
  const since = useLostSince();
  const at = since === undefined ? "" : clockText(since, { seconds: true });
  return (
    <div role="status" class="connection">
      {since !== undefined && (
        <p class="alert">
          {say(
            `연결이 끊겼어요. ${at} 뒤의 변화는 아직 보이지 않아요. 계속 다시 연결하고 있어요.`,
            `Connection lost. Nothing after ${at} is shown yet. Trying to reconnect.`,
          )}
        </p>
      )}
    </div>
  );
}
