import { PageLink } from "../address/page-link.tsx";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { ListEnd } from "../live/list-end.tsx";
import { useList } from "../live/use-list.ts";
import { contractTexts, type Contracts } from "./merchant.ts";
import { modeText } from "./waiting.ts";

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
