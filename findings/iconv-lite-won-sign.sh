#!/usr/bin/env bash
# iconv-lite 0.7.3: banks and accounting programs in Korea still take CP949 files. CP949 has the full-width won sign
# (U+FFE6, bytes A3 DC) but not the won sign that Intl.NumberFormat and keyboards write (U+20A9): it becomes a
# question mark without an error, as any character that the encoding lacks. Under the name "euc-kr" the encoder writes
# the same CP949.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --silent --no-audit --no-fund iconv-lite@0.7.3
cat > seen.mjs <<'PROGRAM'
import assert from "node:assert/strict";
import iconv from "iconv-lite";

const amount = new Intl.NumberFormat("ko-KR", { style: "currency", currency: "KRW" }).format(15_000);
const written = (text, encoding) => iconv.decode(iconv.encode(text, encoding), encoding);
const seen = [amount, written(amount, "cp949"), written(amount, "euc-kr"), written(amount.replace("₩", "￦"), "cp949")];
console.log(...seen);
assert.deepEqual(seen, ["₩15,000", "?15,000", "?15,000", "￦15,000"]);
PROGRAM
node seen.mjs
