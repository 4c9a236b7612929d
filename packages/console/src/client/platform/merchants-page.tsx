import { PageLink } from "../address/page-link.tsx";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { ListEnd, Loading } from "../live/loading.tsx";
import { useList, useLive } from "../live/use-live.ts";
import { modeText, merchantText } from "./waiting.ts";
import { won } from "../amount/won.ts";
import { Moment } from "../time/moment.tsx";
import { dayText } from "../time/seoul.ts";

/** As `GET /platform/merchants` lists it. */
interface ListedMerchant {
  readonly mId: number;
  readonly mode: "test" | "live";
  readonly name: string;
  readonly contracts: Contracts;
  readonly suspended: boolean;
}

/** All merchants with their contracts. */
export function MerchantsPage() {
  const list = useList<ListedMerchant>("platform/merchants");
  return (
    <>
      <PageTitle>{say("상점", "Merchants")}</PageTitle>
      {list.items !== undefined && list.items.length > 0 && (
        <table class="rows">
          <thead>
            <tr>
              <th class="amount">{say("번호", "Number")}</th>
              <th>{say("이름", "Name")}</th>
              <th class="wide">{say("환경", "Mode")}</th>
              <th class="wide">{say("계약", "Contracts")}</th>
            </tr>
          </thead>
          <tbody>
            {list.items.map((merchant) => (
              <MerchantRow key={`${merchant.mId} ${merchant.mode}`} merchant={merchant} />
            ))}
          </tbody>
        </table>
      )}
      <ListEnd list={list} empty={say("아직 상점이 없어요.", "There are no merchants yet.")} />
    </>
  );
}

interface MerchantRowProps {
  readonly merchant: ListedMerchant;
}

function MerchantRow({ merchant: { mId, mode, name, contracts, suspended } }: MerchantRowProps) {
  const has = contractTexts(contracts).join(", ");
  return (
    <tr>
      <td class="amount">{mId}</td>
      <td>
        <PageLink class="row-link" to={`platform/merchants/${mId}/${mode}`}>
          {name}
        </PageLink>{" "}
        {suspended && <span class="badge bad">{say("정지됨", "Suspended")}</span>}
        <span class="under narrow">
          {modeText(mode)}
          {has !== "" && ` · ${has}`}
        </span>
      </td>
      <td class="wide">{modeText(mode)}</td>
      <td class="wide">{has === "" ? "–" : has}</td>
    </tr>
  );
}

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
    [say("PG사 연결", "Gateway"), gateway ?? say("기본", "The usual one")],
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

interface Contracts {
  readonly kyc: boolean;
  readonly taxFree: boolean;
  readonly payouts: boolean;
  readonly webhook: boolean;
  readonly installmentFeeds: readonly string[];
}

/** The contracts that a merchant has, in words. */
function contractTexts({ kyc, taxFree, payouts, webhook, installmentFeeds }: Contracts): readonly string[] {
  return [
    ...(payouts ? [say("지급", "Payouts")] : []),
    ...(webhook ? [say("웹훅", "Webhooks")] : []),
    ...(taxFree ? [say("면세", "Tax-free")] : []),
    ...(kyc ? [say("본인 정보", "Identity data")] : []),
    ...installmentFeeds,
  ];
}
