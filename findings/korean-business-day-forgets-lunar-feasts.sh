#!/usr/bin/env bash
# korean-business-day 2.1.0 (data until 2023): for a later year it falls back to the feasts with a fixed date. Seollal,
# Chuseok, Buddha's birthday and substitute days are then business days, and no error says so.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --silent --no-audit --no-fund korean-business-day@2.1.0
cat > seen.mjs <<'PROGRAM'
import assert from "node:assert/strict";
import calendar from "korean-business-day";

const days = { "Seollal 2026": "2026-02-17", "Chuseok 2026": "2026-09-25", "a fixed feast 2026": "2026-10-09" };
const seen = Object.entries(days).map(([name, day]) => [name, day, calendar.isHoliday(new Date(`${day}T00:00:00+09:00`))]);
for (const row of seen) console.log(...row);
const next = calendar.getNextKoreanBusinessDayYmd(20260213, 1);
console.log("the business day after Friday, 13 February 2026:", next);
assert.deepEqual(seen.map(([, , closed]) => closed), [false, false, true]);
assert.equal(next, 20260216);
PROGRAM
TZ=Asia/Seoul node seen.mjs
