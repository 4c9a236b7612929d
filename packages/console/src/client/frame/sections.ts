import { say } from "../language/language.ts";

interface Section {
  /** The first part of its pages' paths. */
  readonly page: string;
  readonly title: string;
}

export function sections(): readonly Section[] {
  return [
    { page: "", title: say("한눈에", "Overview") },
    { page: "payments", title: say("결제", "Payments") },
  ];
}
