#!/usr/bin/env bash
# date-holidays 3.37.0, country KR: Seollal and Chuseok are three days off each: eve, day, day after. Chuseok's three
# days start on the eve. Seollal's start on the day itself, so that its eve is a business day and the day after the
# feast is closed. The government's calendar of 2026 has 16 to 18 February.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --silent --no-audit --no-fund date-holidays@3.37.0
cat > seen.mjs <<'PROGRAM'
import assert from "node:assert/strict";
import Holidays from "date-holidays";

const korea = new Holidays("KR");
const isClosed = (day) => (korea.isHoliday(new Date(`${day}T12:00:00+09:00`)) || []).some(({ type }) => type === "public");
const days = ["2026-02-16", "2026-02-17", "2026-02-18", "2026-02-19", "2026-09-24", "2026-09-25", "2026-09-26"];
const seen = days.map((day) => [day, isClosed(day)]);
for (const row of seen) console.log(...row);
assert.deepEqual(seen.map(([, closed]) => closed), [false, true, true, true, true, true, true]);
PROGRAM
node seen.mjs
