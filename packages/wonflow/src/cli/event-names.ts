import { webhookEvents } from "@wonflow/core";
import { z } from "zod";

const names = webhookEvents.map(({ name }) => name);

/** The value of an option that lists events, `all` or `none`; undefined if the option is left out. */
export const eventNames = z
  .string()
  .transform((given) => {
    if (given === "all") return names;
    return given === "none" ? [] : given.split(",").map((name) => name.trim());
  })
  .pipe(z.array(z.enum(names, `--events must be all, none, or of ${names.join(", ")}`)))
  .optional();
