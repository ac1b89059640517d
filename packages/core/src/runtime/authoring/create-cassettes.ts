import type { AuthoringDeps } from "./authoring-deps.ts";
import type { Cassettes } from "./cassettes.ts";

/** Recordings as authoring gives them; what they are made of is loaded by the first that is needed. */
export function createCassettes({ tapes }: Pick<AuthoringDeps, "tapes">): Cassettes {
  return {
    record: async (options) => (await tapes()).api.record(options),
    replay: async (options) => (await tapes()).api.replay(options),
    read: async (file) => (await tapes()).api.read(file),
    word: async (divergence, file) => (await tapes()).api.word(divergence, file),
  };
}
