import { PageLink } from "../address/page-link.tsx";
import { won } from "../amount/won.ts";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { Loading } from "../live/loading.tsx";
import { useLive } from "../live/use-live.ts";
import { Moment } from "../time/moment.tsx";
import { dayText } from "../time/seoul.ts";
import { contractTexts, type Contracts } from "./merchant.ts";
import { merchantText } from "./waiting.ts";

/** As `GET /platform/merchants/{mId}/{mode}` answers it. */
interface Merchant {
  readonly mId: number;
  readonly mode: "test" | "live";
  readonly name: string;
  readonly businessName: string | null;
  readonly businessRegistrationNumber: string | null;
  readonly phone: string | null;
  readonly feeRate: string;
  readonly nextFeeRate: { readonly feeRate: string; readonly from: string } | null;
  readonly contracts: Contracts;
  readonly origins: readonly string[];
  readonly gateway: string | null;
  readonly settlementDays: number;
  readonly minAmount: number;
  readonly maxAmount: number;
  readonly suspended: { readonly since: string; readonly reason: string | null } | null;
}

interface MerchantPageProps {
  readonly mId: string;
  readonly mode: string;
}

/** A merchant as it is registered. The command changes it. */
export function MerchantPage({ mId, mode }: MerchantPageProps) {
  const { value: merchant, problem } = useLive<Merchant>(`platform/merchants/${mId}/${mode}`);
  return (
    <>
      <PageTitle beside={merchant && <span class="badge">{merchantText(merchant)}</span>}>
        {merchant?.name ?? say("상점", "Merchant")}
      </PageTitle>
      {merchant === undefined ? <Loading value={merchant} problem={problem} /> : <Registered merchant={merchant} />}
    </>
  );
}

interface OfMerchant {
  readonly merchant: Merchant;
}

function Registered({ merchant }: OfMerchant) {
  const { suspended } = merchant;
  return (
    <>
      {suspended !== null && (
        <p class="notice warning">
          {say("정지된 상점이에요: ", "Suspended: ")}
          <Moment at={suspended.since} />
          {suspended.reason !== null && ` · ${suspended.reason}`}
        </p>
      )}
      <section class="card" aria-labelledby="merchant-facts">
        <h2 id="merchant-facts">{say("계약과 설정", "Contracts and settings")}</h2>
        <Facts merchant={merchant} />
        <PageLink to={`platform/reconciliation?mId=${merchant.mId}&mode=${merchant.mode}`}>
          {say("하루를 대사하기", "Reconcile a day")}
        </PageLink>
      </section>
    </>
  );
}

function Facts({ merchant }: OfMerchant) {
  const { feeRate, nextFeeRate, contracts, origins, gateway, settlementDays, minAmount, maxAmount } = merchant;
  const next =
    nextFeeRate === null
      ? ""
      : say(
          `, ${dayText(nextFeeRate.from, { year: true })}부터 ${nextFeeRate.feeRate}%`,
          `, ${nextFeeRate.feeRate}% from ${dayText(nextFeeRate.from, { year: true })}`,
        );
  const none = say("없음", "None");
  const facts: readonly (readonly [title: string, text: string])[] = [
    [say("상호", "Business"), merchant.businessName ?? merchant.name],
    [say("사업자등록번호", "Registration number"), merchant.businessRegistrationNumber ?? none],
    [say("전화", "Phone"), merchant.phone ?? none],
    [say("수수료율", "Fee rate"), `${feeRate}%${next}`],
    [
      say("정산", "Settlement"),
      say(`승인 뒤 ${settlementDays}영업일`, `${settlementDays} business days after approval`),
    ],
    [say("계약", "Contracts"), contractTexts(contracts).join(", ") || none],
    [say("카드사 연결", "Gateway"), gateway ?? say("기본", "The usual one")],
    [say("한 건 금액", "One payment"), `${won(minAmount)} – ${won(maxAmount)}`],
    [say("페이지 주소", "Origins"), origins.join(", ") || none],
  ];
  return (
    <dl class="facts">
      {facts.map(([title, text]) => (
        <>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </>
      ))}
    </dl>
  );
}
