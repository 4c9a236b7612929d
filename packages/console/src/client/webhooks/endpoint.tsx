import type { WebhookEndpoint } from "@wonflow/client";
import { useState } from "preact/hooks";
import { problemText } from "../call/problem-text.ts";
import { AskingButton } from "../form/asking-button.tsx";
import { ShownOnce } from "../form/shown-once.tsx";
import { useWish } from "../form/use-wish.ts";
import { WishProblem } from "../form/wish-problem.tsx";
import { say } from "../language/language.ts";
import { useLive } from "../live/use-live.ts";
import { useOperator } from "../session/session.ts";
import { Moment } from "../time/moment.tsx";
import { messageText } from "./delivery-status.tsx";
import { EndpointForm } from "./endpoint-form.tsx";
import { TestButton } from "./test-button.tsx";

/** Where webhooks are sent, which ones, and by which secret they are signed. */
export function Endpoint() {
  const { mId } = useOperator();
  const path = `merchants/${mId}/webhook-endpoint`;
  const { value, problem, refresh } = useLive<WebhookEndpoint>(path);
  const [secret, setSecret] = useState<string>();
  const [isEditing, setEditing] = useState(false);
  const isMissing = problem?.status === 404;
  if (value === undefined && problem === undefined) return null;
  if (value === undefined && !isMissing) return <p class="alert">{problem && problemText(problem)}</p>;
  const onSet = (made: string | null) => {
    if (made !== null) setSecret(made);
    setEditing(false);
    refresh();
  };
  return (
    <section class="card" aria-labelledby="endpoint">
      <h2 id="endpoint">{say("받는 주소", "Endpoint")}</h2>
      {secret !== undefined && (
        <ShownOnce
          title={say("서명을 확인할 시크릿이에요", "The secret that proves the signature")}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
      {(isEditing || value === undefined) && (
        <EndpointForm path={path} endpoint={value} onSet={onSet} onClose={value && (() => setEditing(false))} />
      )}
      {!isEditing && value !== undefined && (
        <>
          <Facts endpoint={value} />
          <Actions path={path} onEdit={() => setEditing(true)} onSecret={setSecret} onChanged={refresh} />
        </>
      )}
    </section>
  );
}

interface FactsProps {
  readonly endpoint: WebhookEndpoint;
}

function Facts({ endpoint: { url, events, secretSince, formerSecretsUntil, contracted } }: FactsProps) {
  return (
    <>
      {!contracted && (
        <p class="notice warning">
          {say("계약에 웹훅이 없어서 아무것도 보내지 않아요.", "Your contract has no webhook, so nothing is sent.")}
        </p>
      )}
      <dl class="facts">
        <dt>{say("주소", "Address")}</dt>
        <dd class="code">{url}</dd>
        <dt>{say("보내는 것", "Events")}</dt>
        <dd>{events.map(messageText).join(", ")}</dd>
        <dt>{say("시크릿", "Secret")}</dt>
        <dd>
          <Moment at={secretSince} /> {say("부터", "onwards")}
          {formerSecretsUntil.map((until) => (
            <span class="under" key={until}>
              {say("이전 시크릿도 함께 서명해요: ", "A former one signs as well until ")}
              <Moment at={until} />
              {say("까지", "")}
            </span>
          ))}
        </dd>
      </dl>
    </>
  );
}

interface ActionsProps {
  readonly path: string;
  readonly onEdit: () => void;
  readonly onSecret: (secret: string) => void;
  readonly onChanged: () => void;
}

function Actions({ path, onEdit, onSecret, onChanged }: ActionsProps) {
  const { isSending, problem, send } = useWish();
  const rotate = async () => {
    const answer = await send<{ readonly secret: string }>({ method: "POST", path: `${path}/secret` });
    if (answer?.ok === true) onSecret(answer.value.secret);
    onChanged();
  };
  const remove = async () => {
    await send({ method: "DELETE", path });
    onChanged();
  };
  return (
    <>
      <WishProblem problem={problem} />
      <div class="buttons">
        <button type="button" onClick={onEdit}>
          {say("바꾸기", "Change")}
        </button>
        <AskingButton
          question={say(
            "새 시크릿을 만들어요. 지금 시크릿도 하루 동안 함께 서명해요.",
            "This creates a new secret. The present one also signs for a day.",
          )}
          answer={say("새 시크릿 만들기", "Create a new secret")}
          isSending={isSending}
          onAnswered={() => void rotate()}
        >
          {say("시크릿 바꾸기", "Rotate the secret")}
        </AskingButton>
        <AskingButton
          question={say(
            "주소를 지우면 아직 보내지 못한 메시지는 실패해요.",
            "Without an address, messages that are still to be sent fail.",
          )}
          answer={say("지우기", "Remove it")}
          isSending={isSending}
          onAnswered={() => void remove()}
        >
          {say("지우기", "Remove")}
        </AskingButton>
        <TestButton path={path} />
      </div>
    </>
  );
}
