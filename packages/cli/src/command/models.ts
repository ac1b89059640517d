import type { ModelChoice } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { oneLine } from "../render/sanitize.ts";
import { readStdin } from "./read-stdin.ts";
import { usage } from "./run-flags.ts";

export function wordWhy({ t }: CliContext, choice: ModelChoice): string {
  const detail = choice.detail ?? "";
  if (choice.why === "key" || choice.why === "local") return t(`cli.why.${choice.why}`, { detail });
  return t(`cli.why.${choice.why}`);
}

export async function listModels(context: CliContext, provider: string | undefined): Promise<number> {
  const runtime = await context.runtime();
  const all = await runtime.models.list();
  const shown = provider === undefined ? all : all.filter((entry) => entry.id === provider);
  if (provider !== undefined && shown.length === 0) await runtime.modelSource.choose({ model: provider });
  if (context.json) {
    context.printJson(shown);
    return 0;
  }
  for (const entry of shown) {
    const key = entry.local
      ? context.t("cli.modelLocal")
      : entry.key
        ? `${context.t("cli.modelKeyHave")} (${entry.key})`
        : context.t("cli.modelKeyNone");
    context.print(`${entry.id.padEnd(16)}${key.padEnd(18)}${entry.defaultModel ?? ""}`);
    if (provider !== undefined) for (const model of entry.models) context.print(`  ${entry.id}/${model}`);
  }
  if (provider === undefined) {
    const choice = await runtime.modelSource.choose({});
    context.print(
      `\n${context.t("cli.modelCurrent", { model: choice.model, why: wordWhy(context, choice) })}`,
    );
  }
  return 0;
}

export async function testModel(
  context: CliContext,
  id: string | undefined,
  flags: { baseUrl?: string },
): Promise<number> {
  const runtime = await context.runtime();
  const model = id ?? (await runtime.modelSource.choose({})).model;
  const test = await runtime.models.test(model, { signal: context.signal, ...flags });
  if (context.json) context.printJson(test);
  else
    context.print(context.t("cli.modelOk", { model: test.model, ms: test.ms, text: oneLine(test.text, 60) }));
  return 0;
}

export async function addModel(
  context: CliContext,
  provider: string,
  flags: { keyStdin?: boolean; baseUrl?: string; wire?: string; keychain?: boolean },
): Promise<number> {
  const runtime = await context.runtime();
  if (!flags.keyStdin && flags.baseUrl === undefined && flags.wire === undefined)
    throw usage(context.t("cli.keyFromStdin"));
  const key = flags.keyStdin ? (await readStdin(context.stdin(), context.signal)).trim() : undefined;
  if (key === "") throw usage(context.t("cli.keyEmpty"));
  const { place } = await runtime.models.add(provider, {
    ...(key === undefined ? {} : { key }),
    ...(flags.baseUrl === undefined ? {} : { baseUrl: flags.baseUrl }),
    ...(flags.wire === undefined ? {} : { wire: flags.wire }),
    ...(flags.keychain ? { keychain: true } : {}),
  });
  if (context.json) context.printJson({ provider, ...(place === undefined ? {} : { place }) });
  else if (place === undefined) context.print(context.t("cli.modelAddedNoKey", { provider }));
  else context.print(context.t("cli.modelAdded", { provider, place }));
  return 0;
}

export async function removeModel(context: CliContext, provider: string): Promise<number> {
  const runtime = await context.runtime();
  const removed = await runtime.models.remove(provider);
  if (context.json) context.printJson({ provider, removed });
  else context.print(context.t(removed ? "cli.modelRemoved" : "cli.modelNothingStored", { provider }));
  const { value: model } = await runtime.settings.get("model");
  if (removed && typeof model === "string" && model.startsWith(`${provider}/`))
    context.stderr.write(`${context.t("cli.modelStillUsed", { model })}\n`);
  return 0;
}

export async function useModel(context: CliContext, id: string): Promise<number> {
  const runtime = await context.runtime();
  const model = await runtime.models.use(id);
  if (context.json) context.printJson({ model });
  else context.print(context.t("cli.modelUsed", { model }));
  return 0;
}
