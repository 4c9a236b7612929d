import { say } from "../language/language.ts";
import type { Role } from "../session/session.ts";

/** At the platform's door a cashier may do what a viewer may. */
export function roleTextAtPlatform(role: Role): string {
  return role === "owner" ? say("관리자", "Owner") : say("조회 담당", "Viewer");
}
