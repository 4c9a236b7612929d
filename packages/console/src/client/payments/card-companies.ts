import type { BinKoEnums } from "@wonflow/client";
import { useEffect, useState } from "preact/hooks";
import { read } from "../session/session.ts";

export type CardCompanies = Readonly<Record<string, string>>;

let known: CardCompanies | undefined;

/** The names of card companies by their codes; without them a page shows the codes. */
export function useCardCompanies(): CardCompanies {
  const [companies, setCompanies] = useState(known ?? {});
  useEffect(() => {
    if (known !== undefined) return;
    let isShown = true;
    void read<BinKoEnums>("bin-ko/enums").then((answer) => {
      if (!answer.ok) return;
      known = { ...answer.value.CardCompanyExtended, ...answer.value.CardCompany };
      if (isShown) setCompanies(known);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return companies;
}
