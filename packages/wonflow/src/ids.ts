import type { Ids } from "@wonflow/core";
import { nanoid } from "nanoid";

export const randomIds: Ids = { random: (length) => nanoid(length) };
