import type { Payout } from "@wonflow/client";
import type { ComponentChildren } from "preact";
import { AmountLine } from "../amount/amount-line.tsx";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { Loading } from "../live/loading.tsx";
import { useLive } from "../live/use-live.ts";
import { useOperator } from "../session/session.ts";
import { Timeline } from "../timeline/timeline.tsx";
import { Moment } from "../time/moment.tsx";
import { dayText } from "../time/seoul.ts";
import { destinationText, useSellers, PayoutStatus } from "./payout-status.tsx";

interface PayoutPageProps {
  readonly payoutId: string;
}

/** One payout: its seller, amount, day and outcome. */
export function PayoutPage({ payoutId }: PayoutPageProps) {
  const { mId } = useOperator();
  const path = `merchants/${mId}/payouts/${encodeURIComponent(payoutId)}`;
  const { value: payout, problem } = useLive<Payout>(path);
  const sellers = useSellers() ?? [];
  return (
    <>
      <PageTitle beside={payout && <PayoutStatus payout={payout} />}>
        {payout === undefined ? say("지급", "Payout") : destinationText(payout, sellers)}
      </PageTitle>
      {payout === undefined ? (
        <Loading value={payout} problem={problem} />
      ) : (
        <div class="columns">
          <div>
            <dl class="figures">
              <AmountLine title={say("지급 금액", "Amount")} amount={payout.amount.value} />
              <div>
                <dt>{say("지급일", "Day")}</dt>
                <dd>{dayText(payout.payoutDate)}</dd>
              </div>
            </dl>
            <Facts payout={payout} />
          </div>
          <div>
            <Timeline path={`${path}/timeline`} />
          </div>
        </div>
      )}
    </>
  );
}

function Facts({ payout }: { readonly payout: Payout }) {
  const { id, refPayoutId, requestedAt, submittedAt, completedAt, error, reconciliationRequired } = payout;
  return (
    <section class="card" aria-labelledby="facts">
      <h2 id="facts">{say("지급 정보", "Details")}</h2>
      <dl class="facts">
        <Fact title={say("지급 번호", "Reference")}>
          <span class="code">{refPayoutId}</span>
        </Fact>
        <Fact title={say("지급 아이디", "Id")}>
          <span class="code">{id}</span>
        </Fact>
        <Fact title={say("요청한 때", "Requested")}>
          <Moment at={requestedAt} seconds />
        </Fact>
        {submittedAt !== null && (
          <Fact title={say("은행에 보낸 때", "Sent")}>
            <Moment at={submittedAt} seconds />
          </Fact>
        )}
        {completedAt !== null && (
          <Fact title={say("지급된 때", "Paid")}>
            <Moment at={completedAt} seconds />
          </Fact>
        )}
        {error !== null && (
          <Fact title={say("문제", "Problem")}>
            {error.message} <span class="code">{error.code}</span>
          </Fact>
        )}
        {reconciliationRequired && (
          <Fact title={say("확인 필요", "To review")}>
            {say(
              "은행과 맞춰 봐야 해요. 서비스를 운영하는 곳에 알려 주세요.",
              "It must be compared with the bank’s statement. Contact the service operator.",
            )}
          </Fact>
        )}
      </dl>
    </section>
  );
}

interface FactProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

function Fact({ title, children }: FactProps) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  );
}
