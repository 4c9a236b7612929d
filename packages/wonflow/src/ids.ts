import type { Ids } from "@wonflow/core";
import { nanoid } from "nanoid";

/** Unguessable ids from the machine's source of randomness. */
export const randomIds: Ids = { random: (length) => nanoid(length) };
