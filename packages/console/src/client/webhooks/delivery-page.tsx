import type { WebhookDelivery } from "@wonflow/client";
import { useState } from "preact/hooks";
import { PageLink } from "../address/page-link.tsx";
import { useWish, WishProblem } from "../form/wish.tsx";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { Loading } from "../live/loading.tsx";
import { useLive } from "../live/use-live.ts";
import { isAtLeast, useOperator } from "../session/session.ts";
import { Moment } from "../time/moment.tsx";

type Status = WebhookDelivery["status"];

const looks: Readonly<Record<Status, string>> = { PENDING: "busy", DELIVERED: "good", EXHAUSTED: "bad" };

export function DeliveryStatus({ status }: Pick<WebhookDelivery, "status">) {
  const texts: Readonly<Record<Status, string>> = {
    PENDING: say("보내는 중", "On its way"),
    DELIVERED: say("전달됨", "Delivered"),
    EXHAUSTED: say("포기함", "Given up"),
  };
  return <span class={`badge ${looks[status]}`}>{texts[status]}</span>;
}

/** The description of a message's event; the name of an event that the page does not know. */
export function messageText(event: string): string {
  return eventTexts()[event] ?? event;
}

/** Every event that the page knows, in words, in the order of its lists. */
export function eventTexts(): Readonly<Record<string, string>> {
  return {
    "settlement.completed": say("정산 완료", "Settlement completed"),
    "payment.done": say("결제 승인", "Payment approved"),
    "payment.aborted": say("결제 거절", "Payment refused"),
    "payment.expired": say("결제 만료", "Payment expired"),
    "payment.canceled": say("결제 취소", "Payment canceled"),
    "payout.completed": say("지급 완료", "Payout completed"),
    "payout.failed": say("지급 실패", "Payout failed"),
    "payout.returned": say("지급 반환", "Payout returned"),
  };
}

interface DeliveryPageProps {
  readonly deliveryId: string;
}

/** One message: each try with its answer, the next one, and a button that sends it again. */
export function DeliveryPage({ deliveryId }: DeliveryPageProps) {
  const { mId } = useOperator();
  const path = `merchants/${mId}/webhook-deliveries/${encodeURIComponent(deliveryId)}`;
  const { value: delivery, problem, refresh } = useLive<WebhookDelivery>(path);
  return (
    <>
      <PageTitle beside={delivery && <DeliveryStatus status={delivery.status} />}>
        {delivery === undefined ? say("웹훅", "Webhook") : messageText(delivery.event)}
      </PageTitle>
      {delivery === undefined ? (
        <Loading value={delivery} problem={problem} />
      ) : (
        <>
          <section class="card" aria-labelledby="message">
            <h2 id="message">{say("메시지", "Message")}</h2>
            <Facts delivery={delivery} />
            <Resend path={path} onSent={refresh} />
          </section>
          <Tries delivery={delivery} />
        </>
      )}
    </>
  );
}

interface OfDelivery {
  readonly delivery: WebhookDelivery;
}

function Facts({ delivery: { id, event, about, createdAt, nextTryAt, tries } }: OfDelivery) {
  return (
    <dl class="facts">
      <dt>webhook-id</dt>
      <dd class="code">{id}</dd>
      <dt>{say("이벤트", "Event")}</dt>
      <dd class="code">{event}</dd>
      <dt>{say("대상", "About")}</dt>
      <dd class="code">
        {event.startsWith("payment.") ? <PageLink to={`payments/${about}`}>{about}</PageLink> : about}
      </dd>
      <dt>{say("생긴 때", "Made")}</dt>
      <dd>
        <Moment at={createdAt} seconds />
      </dd>
      <dt>{say("보낸 횟수", "Tries")}</dt>
      <dd>{tries}</dd>
      <dt>{say("다음 시도", "Next try")}</dt>
      <dd>{nextTryAt === null ? say("없음", "None") : <Moment at={nextTryAt} seconds />}</dd>
    </dl>
  );
}

interface ResendProps {
  readonly path: string;
  readonly onSent: () => void;
}

function Resend({ path, onSent }: ResendProps) {
  const operator = useOperator();
  const { isSending, problem, send } = useWish();
  const [isSent, setSent] = useState(false);
  if (!isAtLeast(operator, "cashier")) return null;
  const resend = async () => {
    setSent(false);
    const answer = await send({ method: "POST", path: `${path}/resend` });
    setSent(answer?.ok === true);
    onSent();
  };
  return (
    <>
      <WishProblem problem={problem} />
      <div role="status">
        {isSent && (
          <p class="notice good">
            {say("다시 보내고 있어요. 결과는 아래에 나와요.", "It is being sent again. The answer appears below.")}
          </p>
        )}
      </div>
      <button type="button" aria-disabled={isSending} onClick={() => void resend()}>
        {isSending ? say("보내는 중이에요", "Sending") : say("다시 보내기", "Send again")}
      </button>
    </>
  );
}

function Tries({ delivery: { log } }: OfDelivery) {
  return (
    <section class="card" aria-labelledby="tries">
      <h2 id="tries">{say("시도와 응답", "Tries and answers")}</h2>
      {log.length === 0 && <p>{say("아직 보내지 않았어요.", "It has not been sent yet.")}</p>}
      <ol class="timeline">
        {log.toReversed().map(({ number, at, status, reason, ms, answer }) => {
          const isTaken = status !== null && status >= 200 && status < 300;
          return (
            <li key={number} class={isTaken ? "good" : status === null && reason === null ? "to-come" : "bad"}>
              <p>
                {status === null
                  ? (reason ?? say("응답을 기다리고 있어요", "Waiting for the answer"))
                  : say(`응답 ${status}`, `Answered ${status}`)}
                <span class="under">
                  {say(`${number}번째`, `Try ${number}`)}
                  {ms !== null && ` · ${ms} ms`}
                </span>
                {answer !== "" && <span class="under code">{answer}</span>}
              </p>
              <Moment at={at} seconds />
            </li>
          );
        })}
      </ol>
    </section>
  );
}
