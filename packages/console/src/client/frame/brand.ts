import { say } from "../language/language.ts";
import { atPlatform } from "../session/door.ts";

/** What the console is called, also in the browser's tab. */
export function brandText(): string {
  return atPlatform ? say("Wonflow 플랫폼 콘솔", "Wonflow platform console") : say("Wonflow 콘솔", "Wonflow console");
}
