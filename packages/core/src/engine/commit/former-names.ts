type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field that has both names, as an older process beside a newer one may leave it, keeps its present value. */
function renamed(fields: unknown, former: string, present: string): unknown {
  if (!isFields(fields) || !(former in fields)) return fields;
  const { [former]: value, ...rest } = fields;
  return { [present]: value, ...rest };
}

/**
 * A stored body under the present names of its fields: `network`, and a merchant's `cardNetwork`, are `gateway`, and
 * `contracts.gateways` is `contracts.installmentFeeds`.
 */
export function withPresentNames(body: unknown): unknown {
  const read = renamed(renamed(body, "network", "gateway"), "cardNetwork", "gateway");
  if (!isFields(read)) return read;
  const { methods, contracts } = read;
  if (Array.isArray(methods)) return { ...read, methods: methods.map((each) => renamed(each, "network", "gateway")) };
  if (isFields(contracts)) return { ...read, contracts: renamed(contracts, "gateways", "installmentFeeds") };
  return read;
}
