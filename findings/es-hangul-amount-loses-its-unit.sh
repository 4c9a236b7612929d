#!/usr/bin/env bash
# es-hangul 2.4.0, `amountToHangul`: the words of an amount, as contracts and receipts in Korean carry them.
# Where a group of four digits behind a higher one is just 10, 100 or 1000, its unit is dropped: 110,000,000 won is
# written "일억천", which reads as 100,001,000. Its neighbour `numberToHangul` writes "일억천만". A minus sign is dropped too.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --silent --no-audit --no-fund es-hangul@2.4.0
cat > seen.mjs <<'PROGRAM'
import assert from "node:assert/strict";
import { amountToHangul, numberToHangul } from "es-hangul";

const amounts = [120_000_000, 110_000_000, 101_000_000, 200_100_000, 1_100_000_000_000, 10_000_000, -5_000];
const seen = amounts.map((amount) => [amount, amountToHangul(amount), numberToHangul(amount)]);
for (const row of seen) console.log(...row);
assert.deepEqual(
  seen.map(([, words]) => words),
  ["일억이천만", "일억천", "일억백", "이억십", "일조천", "일천만", "오천"],
);
assert.equal(numberToHangul(110_000_000), "일억천만");
PROGRAM
node seen.mjs
