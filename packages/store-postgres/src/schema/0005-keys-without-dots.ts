import { schemaName } from "./schema-name.ts";

/**
 * Processes of 0.1.0 derive other keys for calls to gateways, so none may decide about a payment beside a newer process.
 * One that still runs calls these functions by their former names: from now on it can neither read nor claim a record.
 */
export const keysWithoutDots = [
  `alter function ${schemaName}.read_records_1(text[], text[], text[], text[], text[]) rename to read_records_5`,
  `alter function ${schemaName}.claim_due_1(text[], bigint[], bigint[], integer[]) rename to claim_due_5`,
];
