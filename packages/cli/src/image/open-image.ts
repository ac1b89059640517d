import { createRequire } from "node:module";
import { dirname, sep } from "node:path";
import { constants, Script } from "node:vm";
import { openImageFile, type ImageChunk } from "./image-file.ts";

type Exports = Record<string, unknown>;
type Body = (exports: Exports, require: (name: string) => unknown, module: object, file: string) => void;

export interface Image {
  /** Runs a chunk, once, and gives what it exports. */
  load(name: string): Exports;
  /** All chunks, with V8's code of every function that was called so far. */
  chunks(): ImageChunk[];
}

/**
 * The command from its image: all its chunks in one file, with the code that V8 made of them when the build ran the
 * command. Node's own cache keeps what V8 made before anything ran, so that every function is compiled again when it
 * is first called: a fifth of a short run. Undefined where there is no image, or where it was made by another V8 or
 * with other flags than these; chunks are then to be imported as files.
 */
export function openImage(path: string, entry: string): Image | undefined {
  const file = openImageFile(path);
  const first = file?.read(entry);
  if (!file || !first) return undefined;
  const inFolder = `${dirname(path)}${sep}`;
  const scripts = new Map<string, Script>();
  const modules = new Map<string, { exports: Exports }>();

  function compile(chunk: ImageChunk): Script {
    const script = new Script(chunk.source, {
      filename: inFolder + chunk.name,
      ...(chunk.code.length > 0 ? { cachedData: chunk.code } : {}),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    scripts.set(chunk.name, script);
    return script;
  }

  function read(name: string): ImageChunk {
    const chunk = file?.read(name);
    if (!chunk) throw new Error(`The image of the command has no chunk ${name}.`);
    return chunk;
  }

  function load(name: string): Exports {
    const known = modules.get(name);
    if (known) return known.exports;
    const module = { exports: {} as Exports };
    modules.set(name, module);
    const script = scripts.get(name) ?? compile(read(name));
    const body = script.runInThisContext() as Body;
    body(module.exports, require, module, inFolder + name);
    return module.exports;
  }

  /** A chunk is found by the last part of its path, which is its name. */
  function require(wanted: string): unknown {
    if (wanted.startsWith("node:")) return process.getBuiltinModule(wanted);
    if (wanted.startsWith(".")) return load(wanted.slice(wanted.lastIndexOf("/") + 1));
    return createRequire(path)(wanted);
  }

  if (compile(first).cachedDataRejected === true) {
    file.close();
    return undefined;
  }
  return {
    load,
    chunks: () =>
      file.names.map((name) => {
        const chunk = read(name);
        return { ...chunk, code: (scripts.get(name) ?? compile(chunk)).createCachedData() };
      }),
  };
}
