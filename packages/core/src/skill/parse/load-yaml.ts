import { createRequire } from "node:module";
import type * as Yaml from "yaml";
import { lazy } from "../../protocol/lazy.ts";

/**
 * The YAML library, loaded when first needed (it takes some 20 ms, and few files need it). Looked up at run time, so
 * that reading a skill stays a plain function.
 */
export const loadYaml: () => typeof Yaml = lazy(() => createRequire(import.meta.url)("yaml") as typeof Yaml);
