import { useState } from "preact/hooks";
import { PageLink } from "../address/page-link.tsx";
import { won } from "../amount/won.ts";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { Loading } from "../live/loading.tsx";
import { useLive } from "../live/use-live.ts";
import { isAtLeast, usePerson } from "../session/session.ts";
import { Moment } from "../time/moment.tsx";
import { answersTo } from "./answers.ts";
import { EvidenceForm } from "./evidence-form.tsx";
import { isSame, kindText, merchantText, type Matter } from "./waiting.ts";

interface Waiting {
  readonly hasMore: boolean;
  readonly items: readonly Matter[];
}

/** Everything that waits for an outcome or for an operator, of all merchants, and the form that ends it. */
export function WaitingPage() {
  const { value, problem, refresh } = useLive<Waiting>("platform/waiting");
  const [open, setOpen] = useState<Matter>();
  const [resolved, setResolved] = useState<Matter>();
  const items = value?.items ?? [];
  // Input stays, also if a look-up or another operator has ended the matter meanwhile.
  const isGone = open !== undefined && value !== undefined && !items.some((one) => isSame(one, open));
  const shown = isGone ? [open, ...items] : items;
  const end = (matter: Matter) => {
    setOpen(undefined);
    setResolved(matter);
    refresh();
  };
  return (
    <>
      <PageTitle>{say("기다리는 일", "Waiting")}</PageTitle>
      <Loading value={value} problem={problem}>
        {resolved !== undefined && (
          <p class="notice good">
            {say(
              `${merchantText(resolved)} ${kindText(resolved.kind)}의 결과를 적었어요.`,
              `Entered: ${kindText(resolved.kind)}, ${merchantText(resolved)}.`,
            )}
          </p>
        )}
        {value?.items.length === 0 && <p class="empty">{say("기다리는 일이 없어요.", "Nothing needs an operator.")}</p>}
        {value?.hasMore === true && (
          <p class="notice warning">
            {say("오래된 것부터 보여요. 더 있을 수 있어요.", "The oldest are shown. There may be more.")}
          </p>
        )}
      </Loading>
      <ul class="matters">
        {shown.map((matter) => (
          <MatterCard
            key={`${matter.mId} ${matter.mode} ${matter.what} ${matter.id}`}
            matter={matter}
            isGone={isGone && matter === open}
            isOpen={open !== undefined && isSame(matter, open)}
            onOpen={() => setOpen(matter)}
            onClose={() => setOpen(undefined)}
            onResolved={() => end(matter)}
          />
        ))}
      </ul>
    </>
  );
}

interface MatterCardProps {
  readonly matter: Matter;
  readonly isGone: boolean;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly onResolved: () => void;
}

function MatterCard({ matter, isGone, isOpen, onOpen, onClose, onResolved }: MatterCardProps) {
  const person = usePerson();
  const { mId, mode, what, id, kind, since, amount, flagged } = matter;
  const path = `platform/merchants/${mId}/${mode}/${what}s/${encodeURIComponent(id)}/resolve`;
  return (
    <li class="card">
      <div class="title">
        <h2>
          {kindText(kind)}
          {amount !== null && ` ${won(amount)}`}
        </h2>
        {flagged ? (
          <span class="badge warning">{say("사람이 봐야 해요", "Needs review")}</span>
        ) : (
          <span class="badge busy">{say("조회하는 중", "Being looked up")}</span>
        )}
      </div>
      <Facts matter={matter} />
      {isGone && (
        <p class="notice warning">
          {say(
            "더는 기다리지 않아요. 조회나 다른 사람이 결과를 알아냈어요.",
            "Already resolved by a look-up or another operator.",
          )}
        </p>
      )}
      {isOpen && !flagged && !isGone && (
        <p class="notice">
          {say(
            "아직 저절로 조회하고 있어요. 결과를 확실히 아는 게 아니면 기다려 주세요.",
            "It is still being looked up. Unless you know the outcome for certain, leave it to that.",
          )}
        </p>
      )}
      {isOpen ? (
        <EvidenceForm
          id={id}
          path={path}
          answers={answersTo(kind)}
          // For a payout to review it is the time at which the payout ended, not a start.
          since={what === "attempt" ? since : undefined}
          onClose={onClose}
          onResolved={onResolved}
        />
      ) : (
        isAtLeast(person, "owner") && (
          <button type="button" onClick={onOpen}>
            {say("결과 적기", "Enter the outcome")}
          </button>
        )
      )}
    </li>
  );
}

function Facts({ matter }: Pick<MatterCardProps, "matter">) {
  const { mId, mode, id, since, orderId, maskedNumber, provider, unknownReason } = matter;
  const said = provider === null ? [] : [provider.code, provider.message].filter((text) => text !== "");
  return (
    <dl class="facts">
      <dt>{say("상점", "Merchant")}</dt>
      <dd>
        <PageLink to={`platform/merchants/${mId}/${mode}`}>{merchantText(matter)}</PageLink>
      </dd>
      <dt>{say("언제부터", "Since")}</dt>
      <dd>
        <Moment at={since} seconds />
      </dd>
      {orderId !== null && (
        <>
          <dt>{say("주문번호", "Order id")}</dt>
          <dd class="code">{orderId}</dd>
        </>
      )}
      {maskedNumber !== null && (
        <>
          <dt>{say("카드", "Card")}</dt>
          <dd class="code">{maskedNumber}</dd>
        </>
      )}
      <dt>{say("제공자 쪽 키", "Provider’s key")}</dt>
      <dd class="code">{id}</dd>
      <dt>{say("제공자의 말", "It said last")}</dt>
      <dd>{said.length === 0 ? say("들은 것이 없어요.", "It said nothing.") : said.join(" · ")}</dd>
      {unknownReason !== null && (
        <>
          <dt>{say("모르는 까닭", "Why unknown")}</dt>
          <dd>{unknownReason}</dd>
        </>
      )}
    </dl>
  );
}
