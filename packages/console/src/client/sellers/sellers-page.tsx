import type { Seller, SellerList } from "@wonflow/client";
import { useState } from "preact/hooks";
import { problemText } from "../call/call.ts";
import { useWish } from "../form/wish.tsx";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { Loading } from "../live/loading.tsx";
import { useLive } from "../live/use-live.ts";
import { isAtLeast, useOperator } from "../session/session.ts";
import { Moment } from "../time/moment.tsx";
import { bankText, SellerForm } from "./seller-form.tsx";

/** The sellers that a merchant pays: a list, and for owners the ways to add and delete one. */
export function SellersPage() {
  const operator = useOperator();
  const { value, problem, refresh } = useLive<SellerList>(`merchants/${operator.mId}/sellers`);
  const [isAdding, setAdding] = useState(false);
  const isOwner = isAtLeast(operator, "owner");
  return (
    <>
      <PageTitle
        beside={
          isOwner &&
          !isAdding && (
            <button type="button" class="primary" onClick={() => setAdding(true)}>
              {say("판매자 더하기", "Add a seller")}
            </button>
          )
        }
      >
        {say("판매자", "Sellers")}
      </PageTitle>
      {isAdding && <SellerForm onAdded={refresh} onClose={() => setAdding(false)} />}
      <Loading value={value} problem={problem}>
        {value?.items.length === 0 && (
          <p class="empty card">{say("아직 판매자가 없어요.", "There are no sellers yet.")}</p>
        )}
      </Loading>
      {value !== undefined && value.items.length > 0 && (
        <Sellers sellers={value.items} isOwner={isOwner} onDeleted={refresh} />
      )}
    </>
  );
}

interface SellersProps {
  readonly sellers: readonly Seller[];
  readonly isOwner: boolean;
  readonly onDeleted: () => void;
}

function Sellers({ sellers, isOwner, onDeleted }: SellersProps) {
  return (
    <table class="rows">
      <thead>
        <tr>
          <th>{say("판매자", "Seller")}</th>
          <th class="wide">{say("계좌", "Account")}</th>
          <th>{say("은행 등록", "At the bank")}</th>
          <th class="wide">{say("더한 날", "Added")}</th>
          {isOwner && (
            <th>
              <span class="sr">{say("지우기", "Delete")}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {sellers.map((seller) => (
          <tr key={seller.id}>
            <td>
              {seller.name}
              <span class="under">{seller.refSellerId}</span>
              <span class="under narrow">{accountText(seller)}</span>
            </td>
            <td class="wide">
              {accountText(seller)}
              <span class="under">{seller.account.holderName}</span>
            </td>
            <td>
              <Registration seller={seller} />
            </td>
            <td class="wide">
              <Moment at={seller.createdAt} />
            </td>
            {isOwner && (
              <td class="amount">
                <DeleteSeller seller={seller} onDeleted={onDeleted} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function accountText({ account: { bankCode, accountNumber } }: Seller): string {
  return `${bankText(bankCode)} ${accountNumber}`;
}

function Registration({ seller: { externalSellerId, registrationError } }: { readonly seller: Seller }) {
  if (registrationError !== null) {
    return (
      <>
        <span class="badge bad">{say("거절", "Refused")}</span>
        <span class="under">{registrationError.message}</span>
      </>
    );
  }
  return externalSellerId === null ? (
    <span class="badge busy">{say("등록하는 중", "Being registered")}</span>
  ) : (
    <span class="badge good">{say("등록됨", "Registered")}</span>
  );
}

interface DeleteSellerProps {
  readonly seller: Seller;
  readonly onDeleted: () => void;
}

/** Asks for a confirmation, in place. */
function DeleteSeller({ seller: { id, name }, onDeleted }: DeleteSellerProps) {
  const { mId } = useOperator();
  const [isAsked, setAsked] = useState(false);
  const { problem, send } = useWish();
  const remove = async () => {
    await send({ method: "DELETE", path: `merchants/${mId}/sellers/${id}` });
    onDeleted();
  };
  if (!isAsked) {
    return (
      <button
        type="button"
        class="plain"
        aria-label={say(`${name} 지우기`, `Delete ${name}`)}
        onClick={() => setAsked(true)}
      >
        {say("지우기", "Delete")}
      </button>
    );
  }
  return (
    <div class="asked" role="alert">
      {problem !== undefined && <p class="wrong">{problemText(problem)}</p>}
      <button type="button" class="danger" onClick={() => void remove()}>
        {say("정말 지우기", "Really delete")}
      </button>
      <button type="button" onClick={() => setAsked(false)}>
        {say("그만두기", "Keep")}
      </button>
    </div>
  );
}
