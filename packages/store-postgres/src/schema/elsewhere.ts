/** The SQLSTATE of a call for a shard that another node has, or for merchants of several shards. */
export const elsewhere = "WF003";
