import type { ComponentChildren } from "preact";
import { CardsPage } from "../cards/cards-page.tsx";
import { ChangesPage } from "../changes/changes-page.tsx";
import { KeysPage } from "../keys/keys-page.tsx";
import { OperatorsPage } from "../operators/operators-page.tsx";
import { OverviewPage } from "../overview/overview-page.tsx";
import { PaymentListPage } from "../payments/payment-list-page.tsx";
import { PaymentPage } from "../payments/payment-page.tsx";
import { NewPayoutsPage } from "../payouts/new-payouts-page.tsx";
import { PayoutPage } from "../payouts/payout-page.tsx";
import { PayoutsPage } from "../payouts/payouts-page.tsx";
import { SellersPage } from "../sellers/sellers-page.tsx";
import { SettlementsPage } from "../settlements/settlements-page.tsx";
import { StatementPage } from "../settlements/statement-page.tsx";
import { DeliveryPage } from "../webhooks/delivery-page.tsx";
import { WebhooksPage } from "../webhooks/webhooks-page.tsx";
import { NoSuchPage, shownAt, type PageAt } from "./page-at.tsx";

const pages: readonly PageAt[] = [
  { pattern: /^$/, show: (query) => <OverviewPage key="overview" query={query} /> },
  { pattern: /^payments$/, show: (query) => <PaymentListPage key="payments" query={query} /> },
  { pattern: /^payments\/([^/]+)$/, show: (_query, key = "") => <PaymentPage key={key} intentKey={key} /> },
  { pattern: /^settlements$/, show: (query) => <SettlementsPage key="settlements" query={query} /> },
  { pattern: /^settlements\/(\d{4}-\d\d-\d\d)$/, show: (_query, day = "") => <StatementPage key={day} day={day} /> },
  { pattern: /^payouts$/, show: () => <PayoutsPage key="payouts" /> },
  { pattern: /^payouts\/new$/, show: () => <NewPayoutsPage key="new-payouts" /> },
  { pattern: /^payouts\/([^/]+)$/, show: (_query, id = "") => <PayoutPage key={id} payoutId={id} /> },
  { pattern: /^sellers$/, show: () => <SellersPage key="sellers" /> },
  { pattern: /^cards$/, show: (query) => <CardsPage key="cards" query={query} /> },
  { pattern: /^webhooks$/, show: (query) => <WebhooksPage key="webhooks" query={query} /> },
  { pattern: /^webhooks\/([^/]+)$/, show: (_query, id = "") => <DeliveryPage key={id} deliveryId={id} /> },
  { pattern: /^keys$/, show: () => <KeysPage key="keys" /> },
  { pattern: /^operators$/, show: () => <OperatorsPage key="operators" /> },
  { pattern: /^changes$/, show: () => <ChangesPage key="changes" /> },
];

/** The page at a path below the console. */
export function pageAt(path: string, query: URLSearchParams): ComponentChildren {
  return shownAt(pages, path, query) ?? <NoSuchPage first="" />;
}
