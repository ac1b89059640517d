import { readFile } from "node:fs/promises";
import { SkillmintError } from "../protocol/index.ts";
import { readArchive } from "./read-archive.ts";

/** Reads archives in a process of its own, and prints of each what came of it and what it cost: a line of JSON. */
const archives = await Promise.all(process.argv.slice(2).map((file) => readFile(file)));
for (const bytes of archives) {
  const before = process.resourceUsage().maxRSS;
  // Of all its threads: what else the machine does is no cost of ours.
  const start = process.cpuUsage();
  const result = await readArchive(bytes).catch((thrown: unknown) => thrown);
  const { user, system } = process.cpuUsage(start);
  const ms = (user + system) / 1000;
  const reason = SkillmintError.is(result) ? result.params["reason"] : result;
  const megabytes = (process.resourceUsage().maxRSS - before) / 1024;
  console.log(JSON.stringify({ reason: Array.isArray(reason) ? reason.length : reason, ms, megabytes }));
}
