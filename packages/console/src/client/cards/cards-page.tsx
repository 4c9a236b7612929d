import type { BillingKeyList } from "@wonflow/client";
import type { TargetedSubmitEvent } from "preact";
import { goTo, queryOf } from "../address/address.ts";
import { AskingButton, useWish, WishProblem } from "../form/wish.tsx";
import { FindBox, typedIn } from "../form/field.tsx";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { ListEnd } from "../live/loading.tsx";
import { useList } from "../live/use-live.ts";
import { companyName } from "../payments/payment-table.tsx";
import { isAtLeast, useOperator } from "../session/session.ts";
import { Moment } from "../time/moment.tsx";

type StoredCard = BillingKeyList["items"][number];

interface CardsPageProps {
  readonly query: URLSearchParams;
}

/** Cards that customers have stored, never by their numbers. */
export function CardsPage({ query }: CardsPageProps) {
  const customerId = query.get("customer") ?? "";
  const search = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { customer } = typedIn(event.currentTarget);
    goTo(`cards${queryOf({ customer })}`);
  };
  return (
    <>
      <PageTitle>{say("저장한 카드", "Stored cards")}</PageTitle>
      <form key={customerId} class="filters" role="search" onSubmit={search}>
        <FindBox
          id="customer"
          label={say("고객 번호", "Customer id")}
          initial={customerId}
          placeholder={say("고객 번호 (customerId)", "Customer id")}
        />
      </form>
      <StoredCards key={customerId} customerId={customerId} />
    </>
  );
}

function StoredCards({ customerId }: { readonly customerId: string }) {
  const operator = useOperator();
  const list = useList<StoredCard>(`merchants/${operator.mId}/billing-keys${queryOf({ customerId })}`);
  const isOwner = isAtLeast(operator, "owner");
  return (
    <>
      {list.items !== undefined && list.items.length > 0 && (
        <table class="rows">
          <thead>
            <tr>
              <th>{say("카드", "Card")}</th>
              <th class="wide">{say("고객 번호", "Customer id")}</th>
              <th class="wide">{say("저장한 때", "Stored")}</th>
              {isOwner && <th>{say("할 수 있는 일", "Actions")}</th>}
            </tr>
          </thead>
          <tbody>
            {list.items.map((card) => (
              <CardRow key={card.billkey} card={card} isOwner={isOwner} onDeleted={list.refresh} />
            ))}
          </tbody>
        </table>
      )}
      <ListEnd list={list} empty={say("저장한 카드가 없어요.", "There are no stored cards.")} />
    </>
  );
}

interface CardRowProps {
  readonly card: StoredCard;
  readonly isOwner: boolean;
  readonly onDeleted: () => void;
}

function CardRow({ card, isOwner, onDeleted }: CardRowProps) {
  const { billkey, customerId, maskedNumber, issuerCode, createdAt } = card;
  const { isSending, problem, send } = useWish();
  const remove = async () => {
    await send({ method: "DELETE", path: `px/billing/${encodeURIComponent(billkey)}` });
    onDeleted();
  };
  const name = `${companyName(issuerCode)} ····${maskedNumber.slice(-4)}`;
  return (
    <tr>
      <td>
        {name}
        <span class="under code wide">{billkey}</span>
        <span class="under narrow">
          {customerId} · <Moment at={createdAt} />
        </span>
        <WishProblem problem={problem} />
      </td>
      <td class="wide">{customerId}</td>
      <td class="wide">
        <Moment at={createdAt} />
      </td>
      {isOwner && (
        <td>
          <AskingButton
            question={say(
              `${name} 카드로는 더 이상 결제할 수 없어요. 고객이 다시 등록해야 해요.`,
              `${name} can’t be charged any more. The customer would have to store it again.`,
            )}
            answer={say("카드 지우기", "Delete the card")}
            isSending={isSending}
            onAnswered={() => void remove()}
          >
            {say("지우기", "Delete")}
          </AskingButton>
        </td>
      )}
    </tr>
  );
}
