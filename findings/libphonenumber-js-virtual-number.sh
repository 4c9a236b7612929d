#!/usr/bin/env bash
# libphonenumber-js 1.13.16 (its `max` metadata), country KR: the safe numbers 0507-1234-5678 of Korean shops and
# deliveries have a prefix of four digits. They are valid, of type PERSONAL_NUMBER, but are formatted with a prefix of
# three, as nobody in Korea writes them; so are 0505-123-4567.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --silent --no-audit --no-fund libphonenumber-js@1.13.16
cat > seen.mjs <<'PROGRAM'
import assert from "node:assert/strict";
import { parsePhoneNumber } from "libphonenumber-js/max";

const written = ["0507-1234-5678", "0505-123-4567", "1588-1234", "010-1234-5678"];
const seen = written.map((number) => {
  const parsed = parsePhoneNumber(number, "KR");
  return [number, parsed.isValid(), parsed.getType(), parsed.formatNational()];
});
for (const row of seen) console.log(...row);
assert.deepEqual(seen, [
  ["0507-1234-5678", true, "PERSONAL_NUMBER", "050-71234-5678"],
  ["0505-123-4567", true, "PERSONAL_NUMBER", "050-5123-4567"],
  ["1588-1234", true, "UAN", "1588-1234"],
  ["010-1234-5678", true, "MOBILE", "010-1234-5678"],
]);
PROGRAM
node seen.mjs
