import type { ComponentChildren } from "preact";
import { Shell } from "../frame/shell.tsx";
import { say } from "../language/language.ts";
import { usePerson } from "../session/session.ts";
import { roleTextAtPlatform } from "./role-text.ts";

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
