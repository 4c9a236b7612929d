import type { WebhookEndpoint } from "@wonflow/client";
import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { Field } from "../form/field.tsx";
import { useWish } from "../form/use-wish.ts";
import { WishProblem } from "../form/wish-problem.tsx";
import { say } from "../language/language.ts";
import { messageText } from "./delivery-status.tsx";

type EventName = WebhookEndpoint["events"][number];

/** The events that a merchant may subscribe to; settlements are sent to all. */
const subscribable: readonly EventName[] = [
  "payment.done",
  "payment.aborted",
  "payment.expired",
  "payment.canceled",
  "payout.completed",
  "payout.failed",
  "payout.returned",
];

interface EndpointFormProps {
  readonly path: string;
  readonly endpoint: WebhookEndpoint | undefined;
  /** Told the secret of a new endpoint, otherwise null. */
  readonly onSet: (secret: string | null) => void;
  readonly onClose: (() => void) | undefined;
}

export function EndpointForm({ path, endpoint, onSet, onClose }: EndpointFormProps) {
  const { isSending, problem, send } = useWish();
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const [events, setEvents] = useState<readonly EventName[]>(endpoint?.events ?? []);
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
