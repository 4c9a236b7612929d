import { methodChoices, methodName } from "@wonflow/core/browser";
import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { goTo } from "../address/address.ts";
import { PageLink } from "../address/page-link.tsx";
import { typedWon } from "../amount/won.ts";
import { Choice, Field, FindBox, typedIn } from "../form/field.tsx";
import { language, say } from "../language/language.ts";
import { useOperator } from "../session/session.ts";
import { dayAfter } from "../time/seoul.ts";
import { useToday } from "../time/moment.tsx";
import { companyOptions, statuses, statusText } from "./payment-table.tsx";
import { listQuery, pageOf, type PaymentFilters } from "./payment-filters.ts";

interface PaymentFilterFormProps {
  readonly filters: PaymentFilters;
}

/** The filters in the fields, with amounts as plain numbers. */
function filtersOf(form: HTMLFormElement): Partial<PaymentFilters> {
  const { least = "", most = "", ...others } = typedIn(form);
  const amount = (text: string) => (text === "" ? "" : String(typedWon(text) ?? text));
  return { ...others, least: amount(least), most: amount(most) };
}

/** Whether there is room for all fields beside the list. */
const isWide = () => window.matchMedia("(min-width: 60rem)").matches;

/** The filters are in the address, so that a page can be bookmarked, shared and returned to. */
export function PaymentFilterForm({ filters }: PaymentFilterFormProps) {
  const { find, by, from, to, status, company, method, least, most } = filters;
  const [isOpen] = useState(
    () => isWide() || [by, from, to, status, company, method, least, most].some((one) => one !== ""),
  );
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    goTo(pageOf(filtersOf(event.currentTarget)));
  };
  return (
    <form class="filters" role="search" onSubmit={submit}>
      <FindBox
        id="find"
        label={say("찾기", "Find")}
        initial={find}
        placeholder={say("주문번호, 승인번호, 카드 끝 4자리", "Order id, approval no., last 4 digits")}
      />
      <details open={isOpen}>
        <summary>{say("조건 더하기", "More filters")}</summary>
        <FilterFields filters={filters} />
      </details>
      <ShortCuts filters={filters} />
    </form>
  );
}

/** A filter by method is only for a merchant that has several. */
function MethodField({ filters: { method } }: PaymentFilterFormProps) {
  const { methods } = useOperator();
  if (methods === undefined && method === "") return null;
  return (
    <Field id="method" label={say("결제 수단", "Method")}>
      <Choice
        id="method"
        name="method"
        initial={method}
        options={[["", say("모두", "All")], ...methodChoices.map((one) => [one, methodName(one, language())] as const)]}
      />
    </Field>
  );
}

function FilterFields({ filters }: PaymentFilterFormProps) {
  const { by, status, from, to, company, least, most } = filters;
  return (
    <div class="filter-fields">
      <Field id="by" label={say("무엇으로 찾을까요", "Find by")}>
        <Choice
          id="by"
          name="by"
          initial={by}
          options={[
            ["", say("알아서", "Guess")],
            ["orderId", say("주문번호", "Order id")],
            ["intentKey", say("결제 키", "Payment key")],
            ["approvalNumber", say("승인번호", "Approval number")],
            ["lastFourDigits", say("카드 끝 네 자리", "Last four digits")],
          ]}
        />
      </Field>
      <Field id="status" label={say("상태", "Status")}>
        <Choice
          id="status"
          name="status"
          initial={status}
          options={[["", say("모두", "All")], ...statuses.map((one) => [one, statusText(one)] as const)]}
        />
      </Field>
      <Field id="from" label={say("첫날", "From")}>
        <input id="from" name="from" type="date" defaultValue={from} />
      </Field>
      <Field id="to" label={say("마지막 날", "To")}>
        <input id="to" name="to" type="date" defaultValue={to} />
      </Field>
      <Field id="company" label={say("카드사", "Card company")}>
        <Choice
          id="company"
          name="company"
          initial={company}
          options={[["", say("모두", "All")], ...companyOptions()]}
        />
      </Field>
      <MethodField filters={filters} />
      <div class="row">
        <Field id="least" label={say("최소 금액", "At least")}>
          <input id="least" name="least" inputMode="numeric" class="amount" defaultValue={least} autocomplete="off" />
        </Field>
        <Field id="most" label={say("최대 금액", "At most")}>
          <input id="most" name="most" inputMode="numeric" class="amount" defaultValue={most} autocomplete="off" />
        </Field>
      </div>
    </div>
  );
}

/** The most common ranges of days. */
function ShortCuts({ filters }: PaymentFilterFormProps) {
  const today = useToday();
  const days = [
    [say("오늘", "Today"), today, today],
    [say("어제", "Yesterday"), dayAfter(today, -1), dayAfter(today, -1)],
    [say("최근 7일", "7 days"), dayAfter(today, -6), today],
    [say("이번 달", "This month"), `${today.slice(0, 8)}01`, today],
  ] as const;
  return (
    <ul class="short-cuts" aria-label={say("기간", "Days")}>
      {days.map(([title, from, to]) => (
        <li key={title}>
          <PageLink
            to={pageOf({ ...filters, from, to })}
            current={filters.from === from && filters.to === to ? "page" : undefined}
          >
            {title}
          </PageLink>
        </li>
      ))}
      {listQuery(filters) !== "" && (
        <li>
          <PageLink to="payments">{say("모두 지우기", "Clear all")}</PageLink>
        </li>
      )}
    </ul>
  );
}
