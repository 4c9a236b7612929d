import { useState } from "preact/hooks";
import { AskingButton, useWish, WishProblem } from "../form/wish.tsx";
import { ShownOnce } from "../form/shown-once.tsx";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { ListEnd } from "../live/loading.tsx";
import { useList } from "../live/use-live.ts";
import { useOperator } from "../session/session.ts";
import { Moment } from "../time/moment.tsx";

type KeyType = "secret" | "client";

/** As `GET …/keys` lists it. */
interface ListedKey {
  readonly id: string;
  readonly masked: string;
  readonly type: KeyType;
  readonly issuedAt: string;
  readonly revokedAt: string | null;
}

function typeText(type: KeyType): string {
  return type === "secret" ? say("시크릿 키", "Secret key") : say("클라이언트 키", "Client key");
}

/** The merchant's API keys: several work at once, so that one is rotated without a pause. */
export function KeysPage() {
  const { mId } = useOperator();
  const list = useList<ListedKey>(`merchants/${mId}/keys`);
  return (
    <>
      <PageTitle>{say("API 키", "API keys")}</PageTitle>
      <NewKey onIssued={list.refresh} />
      {list.items !== undefined && list.items.length > 0 && (
        <table class="rows">
          <thead>
            <tr>
              <th>{say("키", "Key")}</th>
              <th class="wide">{say("종류", "Type")}</th>
              <th class="wide">{say("발급한 때", "Issued")}</th>
              <th>{say("상태", "Status")}</th>
            </tr>
          </thead>
          <tbody>
            {list.items.map((key) => (
              <KeyRow key={key.id} listed={key} onRevoked={list.refresh} />
            ))}
          </tbody>
        </table>
      )}
      <ListEnd list={list} empty={say("발급한 키가 없어요.", "No key has been issued.")} />
    </>
  );
}

interface NewKeyProps {
  readonly onIssued: () => void;
}

function NewKey({ onIssued }: NewKeyProps) {
  const { mId } = useOperator();
  const { isSending, problem, send } = useWish();
  const [issued, setIssued] = useState<{ readonly type: KeyType; readonly key: string }>();
  const issue = async (type: KeyType) => {
    const path = `merchants/${mId}/keys`;
    const answer = await send<{ readonly key: string }>({ method: "POST", path, body: { type } });
    if (answer?.ok !== true) return;
    setIssued({ type, key: answer.value.key });
    onIssued();
  };
  return (
    <section class="card" aria-labelledby="new-key">
      <h2 id="new-key">{say("새 키 발급", "Issue a key")}</h2>
      <p class="hint">
        {say(
          "시크릿 키는 서버에만 두세요. 클라이언트 키는 결제 화면에 넣어도 돼요.",
          "A secret key stays on your server. A client key may be used in a page.",
        )}
      </p>
      {issued !== undefined && (
        <ShownOnce
          title={say(`새 ${typeText(issued.type)}예요`, `The new ${typeText(issued.type).toLowerCase()}`)}
          secret={issued.key}
          onClose={() => setIssued(undefined)}
        />
      )}
      <WishProblem problem={problem} />
      <div class="buttons">
        <button type="button" aria-disabled={isSending} onClick={() => void issue("secret")}>
          {say("시크릿 키 발급", "Issue a secret key")}
        </button>
        <button type="button" aria-disabled={isSending} onClick={() => void issue("client")}>
          {say("클라이언트 키 발급", "Issue a client key")}
        </button>
      </div>
    </section>
  );
}

interface KeyRowProps {
  readonly listed: ListedKey;
  readonly onRevoked: () => void;
}

function KeyRow({ listed: { id, masked, type, issuedAt, revokedAt }, onRevoked }: KeyRowProps) {
  const { mId } = useOperator();
  const { isSending, problem, send } = useWish();
  const revoke = async () => {
    await send({ method: "DELETE", path: `merchants/${mId}/keys/${id}` });
    onRevoked();
  };
  return (
    <tr>
      <td>
        <span class="code">{masked}</span>
        <span class="under narrow">
          {typeText(type)} · <Moment at={issuedAt} />
        </span>
      </td>
      <td class="wide">{typeText(type)}</td>
      <td class="wide">
        <Moment at={issuedAt} />
      </td>
      <td>
        {revokedAt === null ? (
          <AskingButton
            question={say(
              `${masked} 키를 쓰는 서버나 화면은 바로 거절돼요. 되돌릴 수 없어요.`,
              `Requests with ${masked} are refused immediately. This can’t be undone.`,
            )}
            answer={say("폐기하기", "Revoke it")}
            isSending={isSending}
            onAnswered={() => void revoke()}
          >
            {say("폐기", "Revoke")}
          </AskingButton>
        ) : (
          <>
            <span class="badge">{say("폐기됨", "Revoked")}</span>
            <span class="under">
              <Moment at={revokedAt} />
            </span>
          </>
        )}
        <WishProblem problem={problem} />
      </td>
    </tr>
  );
}
