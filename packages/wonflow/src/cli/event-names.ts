import { webhookEvents } from "@wonflow/core";
import { z } from "zod";

const names = webhookEvents.map(({ name }) => name);

/** A list of events as an option takes it, `all` or `none`; undefined where it is left out. */
export const eventNames = z
  .string()
  .transform((given) => {
    if (given === "all") return names;
    return given === "none" ? [] : given.split(",").map((name) => name.trim());
  })
  .pipe(z.array(z.enum(names, `--events must be all, none, or of ${names.join(", ")}`)))
  .optional();
