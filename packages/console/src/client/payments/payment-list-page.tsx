import { FileLink, PageLink } from "../address/page-link.tsx";
import { grouping } from "../amount/won.ts";
import { type Problem, problemText } from "../call/call.ts";
import { PageTitle } from "../frame/page-title.tsx";
import { language, say } from "../language/language.ts";
import { Loading } from "../live/loading.tsx";
import { useOperator } from "../session/session.ts";
import { PaymentFilterForm } from "./payment-filter-form.tsx";
import { filtersIn, foundBy, listQuery, pageOf, type PaymentFilters } from "./payment-filters.ts";
import { PaymentTable } from "./payment-table.tsx";
import { usePayments, type Payments } from "./use-payments.ts";

interface PaymentListPageProps {
  readonly query: URLSearchParams;
}

/** All payments, the newest first, or those that fit the filters. */
export function PaymentListPage({ query }: PaymentListPageProps) {
  const filters = filtersIn(query);
  const asked = listQuery(filters);
  const { mId } = useOperator();
  const file = `merchants/${mId}/payments.csv?language=${language()}${asked === "" ? "" : `&${asked}`}`;
  return (
    <>
      <PageTitle beside={<FileLink path={file}>{say("엑셀 파일(CSV)", "Spreadsheet (CSV)")}</FileLink>}>
        {say("결제", "Payments")}
      </PageTitle>
      {/* Other filters are another form and another list. */}
      <PaymentFilterForm key={`form ${asked}`} filters={filters} />
      <FoundPayments key={`list ${asked}`} filters={filters} />
    </>
  );
}

interface FoundPaymentsProps {
  readonly filters: PaymentFilters;
}

function FoundPayments({ filters }: FoundPaymentsProps) {
  const payments = usePayments(listQuery(filters));
  const { list, problem, showNewer } = payments;
  if (list === undefined) {
    return <Loading value={list} problem={problem} textOf={filterProblemText} />;
  }
  const count = list.newer.length;
  const more = count === list.newest.items.length && list.newest.hasMore ? "+" : "";
  return (
    <section aria-label={say("찾은 결제", "Payments found")}>
      <div role="status" class="newer">
        {count > 0 && (
          <button type="button" onClick={showNewer}>
            {say(`새 결제 ${grouping(count)}${more}건 보기`, `Show ${grouping(count)}${more} new`)}
          </button>
        )}
      </div>
      {list.items.length > 0 && <PaymentTable payments={list.items} />}
      <ListEnd payments={payments} filters={filters} />
    </section>
  );
}

/** Names the filters that the service can't look for, such as an invalid order id. */
function filterProblemText(problem: Problem): string {
  if (problem.code !== "INVALID_REQUEST") return problemText(problem);
  const titles: Readonly<Record<string, string>> = {
    orderId: say("주문번호", "order id"),
    intentKey: say("결제 키", "payment key"),
    approvalNumber: say("승인번호", "approval number"),
    lastFourDigits: say("카드 끝 네 자리", "last four digits"),
    from: say("첫날", "first day"),
    to: say("마지막 날", "last day"),
    amountGte: say("최소 금액", "least amount"),
    amountLte: say("최대 금액", "largest amount"),
  };
  const wrong = problem.details.map(({ field }) => titles[field] ?? field).join(", ");
  return say(`이렇게는 찾을 수 없어요. 다시 확인해 주세요: ${wrong}`, `This can’t be looked for. Check: ${wrong}`);
}

interface ListEndProps extends FoundPaymentsProps {
  readonly payments: Payments;
}

/** How the list continues. A search through many payments shows its progress, and can be stopped. */
function ListEnd({ payments: { list, problem, searched, showMore, stopSearch }, filters }: ListEndProps) {
  const isEmpty = list?.items.length === 0;
  const hasMore = list?.nextCursor != null;
  return (
    <div class="list-end" role="status">
      {problem !== undefined && <p class="alert">{problemText(problem)}</p>}
      {searched !== undefined && searched > 1 && (
        <p>
          {say(
            `더 오래된 결제에서 찾고 있어요. 결제를 ${grouping(searched * 10_000)}건까지 살펴봐요.`,
            `Searching older payments, up to ${grouping(searched * 10_000)} so far.`,
          )}
        </p>
      )}
      {searched !== undefined && (
        <button type="button" onClick={stopSearch}>
          {say("그만 찾기", "Stop")}
        </button>
      )}
      {searched === undefined && hasMore && (
        <button type="button" onClick={showMore}>
          {isEmpty ? say("더 오래된 결제에서 찾기", "Search older payments") : say("더 보기", "Show more")}
        </button>
      )}
      {searched === undefined && isEmpty && !hasMore && <NothingFound filters={filters} />}
    </div>
  );
}

function NothingFound({ filters }: FoundPaymentsProps) {
  const isKey = filters.by === "" && foundBy(filters) === "intentKey" && filters.find !== "";
  return (
    <>
      <p>
        {listQuery(filters) === ""
          ? say("아직 결제가 없어요.", "There are no payments yet.")
          : say("맞는 결제가 없어요.", "No payment fits.")}
      </p>
      {isKey && (
        <p>
          <PageLink to={pageOf({ ...filters, by: "orderId" })}>
            {say("주문번호로 다시 찾기", "Look it up as an order id")}
          </PageLink>
        </p>
      )}
    </>
  );
}
