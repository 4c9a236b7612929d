import type { Attention } from "@wonflow/client";
import { PageLink } from "../address/page-link.tsx";
import { grouping } from "../amount/won.ts";
import { say } from "../language/language.ts";
import { useLive } from "../live/use-live.ts";
import { useOperator } from "../session/session.ts";
import { Moment } from "../time/moment.tsx";

type Part = Attention["unknownOutcomes"];

/** Everything that needs an operator of the merchant, with links. */
export function NeedsReview() {
  const { mId } = useOperator();
  const { value } = useLive<Attention>(`merchants/${mId}/attention`);
  if (value === undefined) return null;
  const parts: readonly (readonly [title: string, part: Part])[] = [
    [say("사람이 확인해야 하는 요청", "Calls to review"), value.flaggedAttempts],
    [say("결과를 아직 모르는 요청", "Calls without an outcome yet"), value.unknownOutcomes],
    [say("확인해야 하는 지급", "Payouts to review"), value.payoutsToReview],
    [say("보내지 못한 웹훅", "Webhooks out of retries"), value.undeliveredWebhooks],
  ];
  const waiting = parts.filter(([, { count }]) => count > 0);
  return (
    <section class="card" aria-labelledby="attention">
      <h2 id="attention">{say("할 일", "To do")}</h2>
      {waiting.length === 0 && <p class="calm">{say("지금은 확인할 일이 없어요.", "Nothing needs your attention.")}</p>}
      {waiting.map(([title, part]) => (
        <Waiting key={title} title={title} part={part} />
      ))}
    </section>
  );
}

interface WaitingProps {
  readonly title: string;
  readonly part: Part;
}

/** A page shows the first of many. */
const mostShown = 5;

function Waiting({ title, part: { count, hasMore, items } }: WaitingProps) {
  const left = count - Math.min(items.length, mostShown);
  return (
    <>
      <h3>
        {title} <span class="badge warning">{`${grouping(count)}${hasMore && count <= items.length ? "+" : ""}`}</span>
      </h3>
      <ul class="to-do">
        {items.slice(0, mostShown).map((item) => (
          <li key={item.id}>
            <About {...item} /> <Moment at={item.since} />
          </li>
        ))}
      </ul>
      {left > 0 && <p class="hint">{say(`외 ${grouping(left)}건`, `and ${grouping(left)} more`)}</p>}
    </>
  );
}

/** The kinds of calls that are about a payment. */
const ofPayments: readonly string[] = ["approval", "cancellation", "reversal"];

function About({ id, kind, about }: Part["items"][number]) {
  const text = `${kindText(kind)} ${about}`;
  if (kind === "webhook") return <PageLink to={`webhooks/${id}`}>{text}</PageLink>;
  if (kind === "payout") return <PageLink to={`payouts/${about}`}>{text}</PageLink>;
  return ofPayments.includes(kind) ? <PageLink to={`payments/${about}`}>{text}</PageLink> : <span>{text}</span>;
}

function kindText(kind: string): string {
  const kinds: Readonly<Record<string, string>> = {
    approval: say("승인", "Approval"),
    cancellation: say("취소", "Cancellation"),
    reversal: say("승인 되돌리기", "Reversal"),
    payout: say("지급", "Payout"),
    webhook: say("웹훅", "Webhook"),
  };
  return kinds[kind] ?? kind;
}
