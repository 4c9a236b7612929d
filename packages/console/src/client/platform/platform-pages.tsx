import type { ComponentChildren } from "preact";
import { NoSuchPage, shownAt, type PageAt } from "../frame/page-at.tsx";
import { HealthPage } from "./health-page.tsx";
import { MerchantPage, MerchantsPage } from "./merchants-page.tsx";
import { ReconciliationPage } from "./reconciliation-page.tsx";
import { WaitingPage } from "./waiting-page.tsx";
import { Shell } from "../frame/frame.tsx";
import { say } from "../language/language.ts";
import { usePerson, roleTextAtPlatform } from "../session/session.ts";
import { ChangeList } from "../changes/changes-page.tsx";
import { PageTitle } from "../frame/page-title.tsx";

/** All that the platform's operators have changed, or wanted to. */
function PlatformChangesPage() {
  return (
    <>
      <PageTitle>{say("변경 기록", "Changes")}</PageTitle>
      <p class="hint">
        {say(
          "이 화면에서 적은 결과와 그 근거예요. 하기 전에 먼저 적어 두고, 지우지 않아요. 명령으로 한 일은 여기에 없어요.",
          "Outcomes that were entered here, with their source. Each is recorded before it is applied, and kept permanently. Changes by the command are not listed.",
        )}
      </p>
      <ChangeList path="platform/operator-actions" />
    </>
  );
}

interface PlatformFrameProps {
  /** The path of the page, below the console. */
  readonly path: string;
  readonly children: ComponentChildren;
}

/** The frame around every page of the platform's operators. */
export function PlatformFrame({ path, children }: PlatformFrameProps) {
  const { name, role } = usePerson();
  const sections = [
    { page: "platform", title: say("기다리는 일", "Waiting") },
    { page: "platform/merchants", title: say("상점", "Merchants") },
    { page: "platform/health", title: say("상태 점검", "Health") },
    { page: "platform/reconciliation", title: say("대사", "Reconciliation") },
    { page: "platform/changes", title: say("변경 기록", "Changes") },
  ];
  const person = (
    <>
      <b>{name}</b> <span>{roleTextAtPlatform(role)}</span>
    </>
  );
  return (
    <Shell
      look="platform"
      place={say("플랫폼", "Platform")}
      sections={sections}
      section={path.split("/").slice(0, 2).join("/")}
      person={person}
    >
      {children}
    </Shell>
  );
}

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
