import { ChangeList } from "../changes/changes-page.tsx";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";

/** All that the platform's operators have changed, or wanted to. */
export function PlatformChangesPage() {
  return (
    <>
      <PageTitle>{say("변경 기록", "Changes")}</PageTitle>
      <p class="hint">
        {say(
          "이 화면에서 적은 결과와 그 근거예요. 하기 전에 먼저 적어 두고, 지우지 않아요. 명령으로 한 일은 여기에 없어요.",
          "Outcomes that were entered here, with their source. Each is recorded before it is applied, and kept permanently. Changes by the command are not listed.",
        )}
      </p>
      <ChangeList path="platform/operator-actions" />
    </>
  );
}
