import { PageLink } from "../address/page-link.tsx";
import { won } from "../amount/won.ts";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { ListEnd } from "../live/loading.tsx";
import { useList } from "../live/use-live.ts";
import { atPlatform, useOperator, type Role, roleText } from "../session/session.ts";
import { Moment } from "../time/moment.tsx";

/** As `GET …/operator-actions` lists it. */
interface Change {
  readonly id: string;
  readonly operator: string | null;
  readonly role: Role;
  readonly operation: string;
  readonly about: Readonly<Record<string, string | number>>;
  readonly askedAt: string;
  readonly endedAt: string | null;
  readonly code: string | null;
}

/** All that a merchant's operators have changed, or wanted to, the newest first. */
export function ChangesPage() {
  const { mId } = useOperator();
  return (
    <>
      <PageTitle>{say("변경 기록", "Changes")}</PageTitle>
      <p class="hint">
        {say(
          "운영자가 바꾸려고 한 일은 하기 전에 먼저 적어 두고, 지우지 않아요. 서버가 API 키로 한 일은 여기에 없어요.",
          "Each operator request is recorded before it runs, and kept permanently. Requests with a secret key are not listed.",
        )}
      </p>
      <ChangeList path={`merchants/${mId}/operator-actions`} />
    </>
  );
}

interface ChangeListProps {
  readonly path: string;
}

/** The changes that a route lists. */
export function ChangeList({ path }: ChangeListProps) {
  const list = useList<Change>(path);
  return (
    <>
      {list.items !== undefined && list.items.length > 0 && (
        <table class="rows">
          <thead>
            <tr>
              <th class="wide">{say("언제", "When")}</th>
              <th class="wide">{say("누가", "Who")}</th>
              <th>{say("무엇을", "What")}</th>
              <th>{say("결과", "Outcome")}</th>
            </tr>
          </thead>
          <tbody>
            {list.items.map((change) => (
              <ChangeRow key={change.id} change={change} />
            ))}
          </tbody>
        </table>
      )}
      <ListEnd list={list} empty={say("아직 바뀐 것이 없어요.", "Nothing has been changed yet.")} />
    </>
  );
}

interface ChangeRowProps {
  readonly change: Change;
}

function ChangeRow({ change: { operator, role, operation, about, askedAt, endedAt, code } }: ChangeRowProps) {
  const who = `${operator ?? say("이름 없는 운영자", "An unnamed operator")} (${roleText(role)})`;
  return (
    <tr>
      <td class="wide">
        <Moment at={askedAt} seconds />
      </td>
      <td class="wide">{who}</td>
      <td>
        {operationText(operation)}
        <About about={about} />
        <span class="under narrow">
          {who} · <Moment at={askedAt} seconds />
        </span>
      </td>
      <td>
        <Outcome endedAt={endedAt} code={code} />
      </td>
    </tr>
  );
}

/** Money as money, a payment as a link, everything else as it was asked for. */
function About({ about: { intentKey, cancelAmount, mId, ...others } }: Pick<Change, "about">) {
  const merchant = atPlatform && mId !== undefined ? [say(`상점 ${mId}`, `merchant ${mId}`)] : [];
  return (
    <span class="under">
      {typeof cancelAmount === "number" && <>{won(cancelAmount)} </>}
      {typeof intentKey === "string" && <PageLink to={`payments/${intentKey}`}>{intentKey}</PageLink>}{" "}
      {[...merchant, ...Object.values(others)].join(" · ")}
    </span>
  );
}

function Outcome({ endedAt, code }: Pick<Change, "endedAt" | "code">) {
  if (code !== null) {
    return (
      <>
        <span class="badge bad">{say("거절됨", "Refused")}</span>
        <span class="under code">{code}</span>
      </>
    );
  }
  return endedAt === null ? (
    <span class="badge warning">{say("끝을 몰라요", "Not known")}</span>
  ) : (
    <span class="badge good">{say("됐어요", "Done")}</span>
  );
}

/** The operation of a change, in words; one that the page does not know by its name in the interface. */
function operationText(operation: string): string {
  const texts: Readonly<Record<string, string>> = {
    cancelPayment: say("결제 취소", "Cancel a payment"),
    cancelPaymentOfOrder: say("결제 취소", "Cancel a payment"),
    createSeller: say("판매자 더하기", "Add a seller"),
    deleteSeller: say("판매자 지우기", "Delete a seller"),
    createPayouts: say("지급 요청", "Pay out"),
    deleteBillingKey: say("저장한 카드 지우기", "Delete a stored card"),
    setWebhookEndpoint: say("웹훅 주소 정하기", "Set the webhook endpoint"),
    removeWebhookEndpoint: say("웹훅 주소 지우기", "Remove the webhook endpoint"),
    rotateWebhookSecret: say("웹훅 시크릿 바꾸기", "Rotate the webhook secret"),
    testWebhookEndpoint: say("시험 웹훅 보내기", "Send a test webhook"),
    resendWebhookDelivery: say("웹훅 다시 보내기", "Send a webhook again"),
    issueKey: say("API 키 발급", "Issue an API key"),
    revokeKey: say("API 키 폐기", "Revoke an API key"),
    addOperator: say("운영자 더하기", "Add an operator"),
    changeOperator: say("운영자 바꾸기", "Change an operator"),
    removeOperator: say("운영자 빼기", "Remove an operator"),
    signOutOperatorEverywhere: say("운영자 모두 로그아웃", "Sign an operator out everywhere"),
    resolveAttempt: say("결과 적기", "Enter the outcome of a call"),
    resolvePayout: say("지급 결과 적기", "Enter the outcome of a payout"),
  };
  return texts[operation] ?? operation;
}
