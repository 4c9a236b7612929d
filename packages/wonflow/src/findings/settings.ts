import { dayInSeoul } from "@wonflow/core";
import { systemClock } from "../machine.ts";
import { warningsAbout, type Environment } from "../settings/environment.ts";
import { wrongBecause, well, wrong, type Finding } from "./finding.ts";

export function checkSettings(environment: Environment): readonly Finding[] {
  const of = environment.databaseUrl === undefined ? `data in ${environment.dataDir}` : "a server's database";
  return [
    well("settings", `${environment.mode} mode, ${of}`),
    ...warningsAbout(environment).map((warning) => ({
      ...wrongBecause("settings", new Error(warning)),
      status: "look" as const,
    })),
    checkTimeZone(systemClock.now()),
  ];
}

/** Seoul's days count wherever the machine is. Wrong tables of time zones suggest a wrong time. */
function checkTimeZone(now: number): Finding {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const inSeoul = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Seoul" }).format(now);
  const day = dayInSeoul(now);
  if (inSeoul === day)
    return well("time zone", `${day} in Seoul, which dates payments; this machine is in ${timeZone}`);
  const found = `it is ${day} in Seoul, but ${inSeoul} by this machine`;
  return wrong("time zone", found, "update the machine's clock and tables of time zones");
}
