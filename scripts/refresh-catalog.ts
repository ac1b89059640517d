import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const usageText = "usage: node scripts/refresh-catalog.ts <unpacked @earendil-works/pi-ai package>";
const target = new URL("../packages/core/src/model/catalog.json", import.meta.url);

/**
 * Where our providers' models stand in the package: data files in order, the first that knows a model wins. A prefix
 * picks the models of one maker out of a gateway's list. `plan` files list what a subscription offers: their prices
 * are left out.
 */
const sources: Record<string, { file: string; prefix?: string; plan?: boolean }[]> = {
  openai: [{ file: "openai" }],
  anthropic: [{ file: "anthropic" }],
  minimax: [{ file: "minimax" }],
  deepseek: [{ file: "deepseek" }],
  qwen: [
    { file: "vercel-ai-gateway", prefix: "alibaba/" },
    { file: "qwen-token-plan", plan: true },
  ],
  moonshot: [{ file: "moonshotai" }],
  gemini: [{ file: "google" }],
  openrouter: [{ file: "openrouter" }],
  groq: [{ file: "groq" }],
  mistral: [{ file: "mistral" }],
  xai: [{ file: "xai" }],
  zhipu: [{ file: "zai" }, { file: "zai-coding-cn" }, { file: "vercel-ai-gateway", prefix: "zai/" }],
};

const rates = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
});
const model = z.object({
  contextWindow: z.number(),
  maxTokens: z.number(),
  reasoning: z.boolean(),
  input: z.array(z.string()),
  cost: rates.extend({ tiers: z.array(rates.extend({ inputTokensAbove: z.number() })).optional() }),
});
const dataFile = z.record(z.string(), z.record(z.string(), model));

function rowOf(entry: z.infer<typeof model>, free: boolean): number[] {
  const row = [
    entry.contextWindow,
    entry.maxTokens,
    entry.input.includes("image") ? 1 : 0,
    entry.reasoning ? 1 : 0,
  ];
  const { cost } = entry;
  // A price of nothing is an unstated one, except where a name says that it is free; below nothing, it varies.
  if (cost.input < 0 || (!free && cost.input === 0 && cost.output === 0)) return row;
  row.push(cost.input, cost.output, cost.cacheRead, cost.cacheWrite);
  const tier = cost.tiers?.[0];
  if (tier) row.push(tier.inputTokensAbove, tier.input, tier.output, tier.cacheRead, tier.cacheWrite);
  return row;
}

async function readModels(folder: string, file: string): Promise<[string, z.infer<typeof model>][]> {
  const text = await readFile(join(folder, "dist", "providers", "data", `${file}.json`), "utf8");
  return Object.values(dataFile.parse(JSON.parse(text))).flatMap((group) => Object.entries(group));
}

async function collect(folder: string): Promise<Record<string, Record<string, number[]>>> {
  const providers: Record<string, Record<string, number[]>> = {};
  for (const [id, files] of Object.entries(sources)) {
    const rows: Record<string, number[]> = {};
    for (const { file, prefix = "", plan = false } of files) {
      for (const [name, entry] of await readModels(folder, file)) {
        const own = name.slice(prefix.length);
        if (!name.startsWith(prefix) || Object.hasOwn(rows, own)) continue;
        rows[own] = rowOf(entry, own.endsWith(":free")).slice(0, plan ? 4 : undefined);
      }
    }
    providers[id] = rows;
  }
  return providers;
}

/** One model a line, so that a refresh can be read as a diff. */
function format(catalog: {
  source: string;
  license: string;
  providers: Record<string, Record<string, number[]>>;
}): string {
  const blocks = Object.entries(catalog.providers).map(([id, rows]) => {
    const lines = Object.keys(rows)
      .sort()
      .map((name) => `      ${JSON.stringify(name)}: [${(rows[name] ?? []).join(", ")}]`);
    return `    ${JSON.stringify(id)}: {\n${lines.join(",\n")}\n    }`;
  });
  const { source, license } = catalog;
  return `{\n  "source": ${JSON.stringify(source)},\n  "license": ${JSON.stringify(license)},\n  "providers": {\n${blocks.join(",\n")}\n  }\n}\n`;
}

const folder = process.argv[2];
if (folder === undefined) {
  process.stderr.write(`${usageText}\n`);
  process.exitCode = 2;
} else {
  const info = z
    .object({ name: z.string(), version: z.string(), license: z.string() })
    .parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8")));
  const providers = await collect(folder);
  await writeFile(
    target,
    format({ source: `${info.name} ${info.version}`, license: info.license, providers }),
  );
  const count = Object.values(providers).reduce((sum, rows) => sum + Object.keys(rows).length, 0);
  process.stdout.write(`${count} models of ${Object.keys(providers).length} providers\n`);
}
