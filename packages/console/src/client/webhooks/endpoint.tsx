import type { WebhookEndpoint } from "@wonflow/client";
import { useState } from "preact/hooks";
import { problemText } from "../call/call.ts";
import { AskingButton, useWish, WishProblem } from "../form/wish.tsx";
import { ShownOnce } from "../form/shown-once.tsx";
import { say } from "../language/language.ts";
import { useLive } from "../live/use-live.ts";
import { useOperator } from "../session/session.ts";
import { Moment } from "../time/moment.tsx";
import { eventTexts, messageText } from "./delivery-page.tsx";
import type { TargetedSubmitEvent } from "preact";
import { Field } from "../form/field.tsx";

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

/** Settlements are sent without a subscription. */
const subscribable = Object.keys(eventTexts()).filter((event) => event !== "settlement.completed");

interface EndpointFormProps {
  readonly path: string;
  readonly endpoint: WebhookEndpoint | undefined;
  /** Receives the secret of a new endpoint, otherwise null. */
  readonly onSet: (secret: string | null) => void;
  readonly onClose: (() => void) | undefined;
}

function EndpointForm({ path, endpoint, onSet, onClose }: EndpointFormProps) {
  const { isSending, problem, send } = useWish();
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const [events, setEvents] = useState<readonly string[]>(endpoint?.events ?? []);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { url: url.trim(), events: subscribable.filter((each) => events.includes(each)) };
    const answer = await send<{ readonly secret: string | null }>({ method: "PUT", path, body });
    if (answer?.ok === true) onSet(answer.value.secret);
  };
  const titles = { url: say("주소", "Address"), events: say("보내는 것", "Events") };
  return (
    <form onSubmit={(event) => void submit(event)} aria-busy={isSending}>
      <Field
        id="endpoint-url"
        label={titles.url}
        hint={say("정산이 끝나면 이 주소로 알려요.", "Completed settlements are sent to this address.")}
      >
        <input
          id="endpoint-url"
          type="url"
          required
          maxLength={2_000}
          placeholder="https://"
          value={url}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => setUrl(currentTarget.value)}
        />
      </Field>
      <fieldset>
        <legend>{say("이것도 알릴까요", "Also tell of")}</legend>
        <div class="choices">
          {subscribable.map((each) => (
            <label key={each}>
              <input
                type="checkbox"
                checked={events.includes(each)}
                onChange={({ currentTarget }) =>
                  setEvents(currentTarget.checked ? [...events, each] : events.filter((one) => one !== each))
                }
              />
              {messageText(each)}
            </label>
          ))}
        </div>
      </fieldset>
      <WishProblem problem={problem} titles={titles} />
      <div class="buttons">
        <button class="primary" aria-disabled={isSending}>
          {isSending ? say("저장하는 중이에요", "Saving") : say("저장", "Save")}
        </button>
        {onClose !== undefined && (
          <button type="button" onClick={onClose}>
            {say("그만두기", "Leave it")}
          </button>
        )}
      </div>
    </form>
  );
}

/** As `POST …/webhook-endpoint/test` answers. */
interface Tested {
  readonly status: number | null;
  readonly answeredInMs: number;
  readonly problem: string | null;
}

interface TestButtonProps {
  /** The endpoint's route. */
  readonly path: string;
}

/** Sends a signed test message now, and says how it was answered. */
function TestButton({ path }: TestButtonProps) {
  const { isSending, problem, send } = useWish();
  const [tested, setTested] = useState<Tested>();
  const test = async () => {
    setTested(undefined);
    const answer = await send<Tested>({ method: "POST", path: `${path}/test` });
    if (answer?.ok === true) setTested(answer.value);
  };
  return (
    <>
      <button type="button" aria-disabled={isSending} onClick={() => void test()}>
        {isSending ? say("보내는 중이에요", "Sending") : say("시험 메시지 보내기", "Send a test")}
      </button>
      <div role="status" class="tested">
        {tested !== undefined && <Answer tested={tested} />}
      </div>
      <WishProblem problem={problem} />
    </>
  );
}

function Answer({ tested: { status, answeredInMs, problem } }: { readonly tested: Tested }) {
  const took = `${answeredInMs} ms`;
  if (problem === null) {
    return <p class="notice good">{say(`잘 받았어요 (${status}, ${took}).`, `It was taken (${status}, ${took}).`)}</p>;
  }
  return (
    <p class="notice warning">
      {status === null
        ? say(`응답이 없었어요: ${problem}`, `No answer came: ${problem}`)
        : say(`받지 않았어요: ${status} (${took})`, `It was not taken: ${status} (${took})`)}
    </p>
  );
}
