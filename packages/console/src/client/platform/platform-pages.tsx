import type { ComponentChildren } from "preact";
import { NoSuchPage, shownAt, type PageAt } from "../frame/page-at.tsx";
import { HealthPage } from "./health-page.tsx";
import { MerchantPage } from "./merchant-page.tsx";
import { MerchantsPage } from "./merchants-page.tsx";
import { PlatformChangesPage } from "./platform-changes-page.tsx";
import { ReconciliationPage } from "./reconciliation-page.tsx";
import { WaitingPage } from "./waiting-page.tsx";

const pages: readonly PageAt[] = [
  { pattern: /^platform$/, show: () => <WaitingPage key="waiting" /> },
  { pattern: /^platform\/merchants$/, show: () => <MerchantsPage key="merchants" /> },
  {
    pattern: /^platform\/merchants\/(\d+)\/(test|live)$/,
    show: (_query, mId = "", mode = "") => <MerchantPage key={`${mId} ${mode}`} mId={mId} mode={mode} />,
  },
  { pattern: /^platform\/health$/, show: () => <HealthPage key="health" /> },
  {
    pattern: /^platform\/reconciliation$/,
    show: (query) => <ReconciliationPage key={`reconciliation ${query.toString()}`} query={query} />,
  },
  { pattern: /^platform\/changes$/, show: () => <PlatformChangesPage key="changes" /> },
];

/** The page at a path below the console, for the platform's operators. */
export function platformPageAt(path: string, query: URLSearchParams): ComponentChildren {
  return shownAt(pages, path, query) ?? <NoSuchPage first="platform" />;
}
