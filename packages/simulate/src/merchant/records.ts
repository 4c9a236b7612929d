import { merchantRecord } from "@wonflow/core";
import { observeRecords } from "../observation/observed-records.ts";

export const merchants = observeRecords(merchantRecord);
