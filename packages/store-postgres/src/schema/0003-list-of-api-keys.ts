import { isoTime } from "./0002-lists-and-versions.ts";
import { schemaName } from "./schema-name.ts";

/** The API keys of before stand in the list of all keys: by merchant and mode, then time of issue. */
export const listOfApiKeys: readonly string[] = [
  `update ${schemaName}.records set list = 'apiKeys', position = (body ->> 'tenant') || '/' || ${isoTime("createdAt")}
    where tenant = 'platform' and kind = 'apiKey'`,
];
