import type { ComponentChildren } from "preact";
import { say } from "../language/language.ts";
import { roleText } from "../session/role-text.ts";
import { useOperator } from "../session/session.ts";
import { sectionsOf } from "./sections.ts";
import { Shell } from "./shell.tsx";

interface FrameProps {
  /** The path of the page, below the console. */
  readonly path: string;
  readonly children: ComponentChildren;
}

/** The frame around every page of a merchant. */
export function Frame({ path, children }: FrameProps) {
  const operator = useOperator();
  const { mId, mode, merchantName, name, role } = operator;
  const place = (
    <>
      {merchantName !== null && <b title={merchantName}>{merchantName}</b>}
      <span>
        {say("상점", "Merchant")} {mId}
      </span>
      <span class={`badge ${mode === "test" ? "warning" : "good"}`}>
        {mode === "test" ? say("테스트", "Test") : say("실거래", "Live")}
      </span>
    </>
  );
  const person = (
    <>
      <b>{name}</b> <span>{roleText(role)}</span>
    </>
  );
  return (
    <Shell look={mode} place={place} sections={sectionsOf(operator)} section={path.split("/")[0] ?? ""} person={person}>
      {children}
    </Shell>
  );
}
