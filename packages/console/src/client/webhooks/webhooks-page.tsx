import type { WebhookDelivery } from "@wonflow/client";
import { PageLink } from "../address/page-link.tsx";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { ListEnd } from "../live/loading.tsx";
import { useList } from "../live/use-live.ts";
import { isAtLeast, useOperator } from "../session/session.ts";
import { Moment } from "../time/moment.tsx";
import { DeliveryStatus, messageText } from "./delivery-page.tsx";
import { Endpoint } from "./endpoint.tsx";

interface WebhooksPageProps {
  readonly query: URLSearchParams;
}

/** The endpoint, and each message with its outcome. */
export function WebhooksPage({ query }: WebhooksPageProps) {
  const operator = useOperator();
  const status = query.get("status") ?? "";
  return (
    <>
      <PageTitle>{say("웹훅", "Webhooks")}</PageTitle>
      {isAtLeast(operator, "owner") && <Endpoint />}
      <StatusLinks status={status} />
      <Deliveries key={status} status={status} />
    </>
  );
}

interface OfStatus {
  /** Empty for all. */
  readonly status: string;
}

function StatusLinks({ status }: OfStatus) {
  const links = [
    ["", say("모두", "All")],
    ["EXHAUSTED", say("포기한 것", "Given up")],
    ["PENDING", say("보내는 중", "On their way")],
  ] as const;
  return (
    <ul class="short-cuts" aria-label={say("상태", "Status")}>
      {links.map(([each, title]) => (
        <li key={each}>
          <PageLink
            to={each === "" ? "webhooks" : `webhooks?status=${each}`}
            current={each === status ? "page" : undefined}
          >
            {title}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

function Deliveries({ status }: OfStatus) {
  const { mId } = useOperator();
  const filter = status === "" ? "" : `?status=${encodeURIComponent(status)}`;
  const list = useList<WebhookDelivery>(`merchants/${mId}/webhook-deliveries${filter}`);
  return (
    <section aria-label={say("보낸 메시지", "Messages")}>
      {list.items !== undefined && list.items.length > 0 && (
        <table class="rows">
          <thead>
            <tr>
              <th class="wide">{say("생긴 때", "Made")}</th>
              <th>{say("메시지", "Message")}</th>
              <th class="wide">{say("다음 시도", "Next try")}</th>
              <th>{say("상태", "Status")}</th>
            </tr>
          </thead>
          <tbody>
            {list.items.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} />
            ))}
          </tbody>
        </table>
      )}
      <ListEnd list={list} empty={say("메시지가 없어요.", "There are no messages.")} />
    </section>
  );
}

interface DeliveryRowProps {
  readonly delivery: WebhookDelivery;
}

function DeliveryRow({ delivery: { id, event, about, createdAt, nextTryAt, status, tries } }: DeliveryRowProps) {
  return (
    <tr>
      <td class="wide">
        <Moment at={createdAt} />
      </td>
      <td>
        <PageLink to={`webhooks/${id}`} class="row-link">
          {messageText(event)}
        </PageLink>
        <span class="under code">{about}</span>
        <span class="under narrow">
          <Moment at={createdAt} />
        </span>
      </td>
      <td class="wide">{nextTryAt === null ? "" : <Moment at={nextTryAt} />}</td>
      <td>
        <DeliveryStatus status={status} />
        <span class="under">{say(`${tries}번 보냄`, `${tries} tries`)}</span>
      </td>
    </tr>
  );
}
