import { noUsage, SkillmintError, type Usage } from "../protocol/index.ts";
import { buildAiSdkPrompt, type Specification } from "./ai-sdk-prompt.ts";
import { createAiSdkReader } from "./ai-sdk-stream.ts";
import { classifyErrorBody, classifyResponse, readRetryAfter, type FailureContext } from "./failure.ts";
import type { Model, ModelEvent, ModelLimits, ModelRequest } from "./model.ts";
import { isRecord, readRecord, readString, type JsonRecord } from "./read-json.ts";
import { createStreamClock, type StreamClock, type StreamTimeouts } from "./stream-clock.ts";

export interface AiSdkModelOptions {
  /** `provider/model` */
  id: string;
  limits: ModelLimits;
  /** Gives the language model; called when the first request is made, and again after it failed. */
  load: () => Promise<unknown>;
  timeouts?: StreamTimeouts;
  price?: (usage: Usage) => number | undefined;
  /** Values that must not appear in an error. */
  secrets?: readonly string[];
}

export interface AiSdkPackageOptions extends Omit<AiSdkModelOptions, "load" | "secrets"> {
  /** For example `@ai-sdk/google`. */
  packageName: string;
  /** The model's name at the provider. */
  model: string;
  /** What the package's factory takes: `apiKey`, `baseURL`, `headers`… */
  settings: unknown;
  importModule?: (name: string) => Promise<unknown>;
}

interface LanguageModel {
  specification: Specification;
  doStream(options: JsonRecord): Promise<{ stream: ReadableStream<unknown> }>;
}

const defaultTimeouts: StreamTimeouts = { firstMs: 300_000, idleMs: 120_000, totalMs: 3_600_000 };

type Callable = (...args: unknown[]) => unknown;

function isCallable(value: unknown): value is Callable {
  return typeof value === "function";
}

function toLanguageModel(value: unknown, id: string): LanguageModel {
  const { doStream, specificationVersion } = readRecord(value);
  if (!isCallable(doStream))
    throw new SkillmintError("model-bad-reply", { params: { provider: id, host: "-" } });
  const specification =
    specificationVersion === "v2" || specificationVersion === "v3" ? specificationVersion : "v4";
  return {
    specification,
    async doStream(options) {
      const result = readRecord(await doStream.call(value, options));
      if (!(result["stream"] instanceof ReadableStream)) {
        throw new SkillmintError("model-bad-reply", { params: { provider: id, host: "-" } });
      }
      return { stream: result["stream"] };
    },
  };
}

function buildOptions(
  request: ModelRequest,
  id: string,
  specification: Specification,
  signal: AbortSignal,
): JsonRecord {
  const { tools, maxOutputTokens, temperature } = request;
  const offered = tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    name,
    description,
    inputSchema,
  }));
  return {
    prompt: buildAiSdkPrompt(request, id, specification),
    ...(offered.length > 0 ? { tools: offered, toolChoice: { type: "auto" } } : {}),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    abortSignal: signal,
  };
}

/** What the package threw: the provider's own reply where it carries one. */
function toFailure(error: unknown, clock: StreamClock, context: FailureContext): SkillmintError {
  const { provider, model, host } = context;
  const stopped = clock.interruption;
  if (stopped?.kind === "cancelled") return new SkillmintError("cancelled");
  if (stopped?.kind === "timeout") {
    const seconds = Math.ceil(stopped.afterMs / 1_000);
    return new SkillmintError("model-timeout", { params: { provider, model, host, seconds } });
  }
  if (SkillmintError.is(error)) return error;
  const { statusCode, responseBody, name, message } = readFields(error);
  if (typeof statusCode === "number" && statusCode >= 300) {
    const bodyText = readString(responseBody) || JSON.stringify({ message });
    return classifyResponse({ status: statusCode, headers: headersOf(error), bodyText }, context);
  }
  const failure = classifyErrorBody({ error: { message: readString(message) || String(error) } }, context);
  if (/LoadAPIKey/.test(readString(name))) {
    return new SkillmintError("key-missing", {
      params: { id: provider.replace(/\/.*/s, ""), provider, variable: "-" },
      ...(failure.detail === undefined ? {} : { detail: failure.detail }),
    });
  }
  return failure;
}

function readFields(error: unknown): JsonRecord {
  const own = Object.fromEntries(Object.entries(readRecord(error)));
  return error instanceof Error ? { ...own, name: error.name, message: error.message } : own;
}

function headersOf(error: unknown): Record<string, string> {
  const entries = Object.entries(readRecord(readFields(error)["responseHeaders"]));
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), readString(value)]));
}

/** Rejects when the signal aborts, for packages that do not listen to it. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = (): void => reject(new SkillmintError("cancelled"));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  aborted.catch(() => undefined);
  return aborted;
}

async function* streamReply(
  options: AiSdkModelOptions,
  loadModel: () => Promise<LanguageModel>,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const { id, price } = options;
  const context: FailureContext = { id, provider: id, model: id, host: "-", secrets: options.secrets ?? [] };
  const clock = createStreamClock(options.timeouts ?? defaultTimeouts, signal);
  const reader = createAiSdkReader();
  const aborted = rejectOnAbort(clock.signal);
  let source: ReadableStreamDefaultReader<unknown> | undefined;

  function priced(): Usage | undefined {
    const { usage } = reader;
    const cost = usage && price?.(usage);
    return usage && cost !== undefined ? { ...usage, cost } : usage;
  }

  try {
    const model = await clock.wait(Promise.race([loadModel(), aborted]));
    const asked = model.doStream(buildOptions(request, id, model.specification, clock.signal));
    const { stream } = await clock.wait(Promise.race([asked, aborted]));
    source = stream.getReader();
    for (;;) {
      const next = await clock.wait(Promise.race([source.read(), aborted]));
      if (next.done) break;
      const events = reader.push(next.value);
      if (events === "idle") continue;
      clock.progress();
      yield* events;
    }
    const reply = reader.end();
    if (!reply) throw new SkillmintError("model-stream-broken", { params: { provider: id } });
    if (reply.content.length === 0 && reply.stop === "end") {
      throw new SkillmintError("model-empty-reply", { params: { provider: id } });
    }
    clock.stop();
    yield { type: "finished", ...reply, usage: priced() ?? noUsage };
  } catch (error) {
    clock.stop();
    const usage = priced();
    const retryAfterMs = readRetryAfter(headersOf(error), Date.now());
    yield {
      type: "failed",
      error: toFailure(error, clock, context),
      content: reader.partial(),
      ...(usage ? { usage } : {}),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  } finally {
    clock.stop();
    source?.cancel().catch(() => undefined);
  }
}

/** A model of any AI SDK provider package, spoken to through its `doStream`. */
export function createAiSdkModel(options: AiSdkModelOptions): Model {
  let loading: Promise<LanguageModel> | undefined;
  const loadModel = async (): Promise<LanguageModel> => {
    loading ??= options.load().then((value) => toLanguageModel(value, options.id));
    try {
      return await loading;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  return {
    id: options.id,
    limits: options.limits,
    stream: (request, signal) => streamReply(options, loadModel, request, signal),
  };
}

/** The provider of a package: what its factory makes of the settings, or the ready-made one. */
function findProvider(module: JsonRecord, packageName: string, settings: unknown): unknown {
  const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const wanted = letters(packageName.slice(packageName.lastIndexOf("/") + 1));
  const factories = Object.keys(module).filter(
    (name) => /^create[A-Z]/.test(name) && isCallable(module[name]),
  );
  const chosen = factories.find((name) => letters(name.slice("create".length)) === wanted) ?? factories[0];
  const factory = chosen === undefined ? undefined : module[chosen];
  if (isCallable(factory)) return factory(settings);
  return module["default"] ?? Object.values(module).find(isCallable);
}

function selectModel(provider: unknown, name: string): unknown {
  const languageModel =
    isRecord(provider) || isCallable(provider) ? Reflect.get(provider, "languageModel") : undefined;
  if (isCallable(languageModel)) return languageModel.call(provider, name);
  return isCallable(provider) ? provider(name) : undefined;
}

function secretsIn(settings: JsonRecord): string[] {
  const values = [settings, readRecord(settings["headers"])].flatMap((record) => Object.entries(record));
  return values.flatMap(([name, value]) =>
    typeof value === "string" && /key|token|secret|auth/i.test(name) ? [value] : [],
  );
}

/** Loads a provider package and gives one of its models. Throws `package-missing` where it is not installed. */
export async function loadAiSdkModel(options: AiSdkPackageOptions): Promise<Model> {
  const { packageName, model, settings, importModule, ...rest } = options;
  const load = importModule ?? ((name: string): Promise<unknown> => import(name));
  let module: unknown;
  try {
    module = await load(packageName);
  } catch (error) {
    const { code, message } = readFields(error);
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    throw new SkillmintError("package-missing", {
      params: { package: packageName },
      detail: readString(message),
    });
  }
  const provider = findProvider({ ...(module as object) }, packageName, settings);
  return createAiSdkModel({
    ...rest,
    secrets: secretsIn(readRecord(settings)),
    load: async () => selectModel(provider, model),
  });
}
