export {
  createConsole,
  type Console,
  type ConsoleFile,
  type ConsolePage,
  type ConsoleSettings,
} from "./create-console.ts";
export type { OfferedOperator } from "./create-console.ts";
