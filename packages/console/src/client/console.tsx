import { useEffect } from "preact/hooks";
import { useAddress } from "./address/address.ts";
import { Frame } from "./frame/frame.tsx";
import { pageAt } from "./frame/pages.tsx";
import { useLanguage } from "./language/language.ts";
import { useServiceClock } from "./live/use-live.ts";
import { PlatformFrame, platformPageAt } from "./platform/platform-pages.tsx";
import { atPlatform, readSession, useSession, useSessionWatch } from "./session/session.ts";
import { PasswordDialog } from "./session/password-dialog.tsx";
import { SessionOver, SignInPage } from "./session/sign-in-page.tsx";

/** The whole console: the page of the address for a signed-in operator, the sign-in for all others. */
export function Console() {
  useLanguage();
  useServiceClock();
  useSessionWatch();
  const session = useSession();
  const { path, query } = useAddress();
  useEffect(() => void readSession(), []);
  if (session.kind === "reading") return null;
  if (session.kind === "signed-out") return <SignInPage problem={session.problem} />;
  const { mId, mode } = session.operator;
  return (
    <>
      {/* Nothing of one merchant's pages is left when another one's operator has signed in. */}
      {atPlatform ? (
        <PlatformFrame path={path}>{platformPageAt(path, query)}</PlatformFrame>
      ) : (
        <Frame key={`${mId} ${mode}`} path={path}>
          {pageAt(path, query)}
        </Frame>
      )}
      {session.kind === "signed-in" && <PasswordDialog />}
      {session.kind === "ended" && <SessionOver operator={session.operator} />}
    </>
  );
}
