import { runSeeds } from "./seeds.ts";
const before = process.cpuUsage();
const t = await runSeeds({ from: 1, seeds: 100 });
const c = process.cpuUsage(before);
console.log(t.steps, (c.user + c.system) / 1e6, t.failed);
