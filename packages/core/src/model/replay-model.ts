import { SkillmintError } from "../protocol/index.ts";
import { placeOf, type Cassette, type CassetteEntry } from "./cassette.ts";
import { decodeEvent } from "./cassette-event.ts";
import {
  createPlaceholders,
  digestOf,
  normalForm,
  shorten,
  type CassetteFolders,
  type Json,
  type NormalForm,
} from "./cassette-normal.ts";
import { describeDifference, firstDifference } from "./json-difference.ts";
import type { Model, ModelLimits } from "./model.ts";

/** The folders are those of this run; they are put where those of the recording were. */
export interface ReplayOptions extends CassetteFolders {
  /** `fail` (default): a request that was not recorded ends `failed`. `play`: the recorded reply is played anyway. */
  mismatch?: "fail" | "play";
  /** Which of the recorded models this is. Default: the first. */
  model?: string;
}

const noLimits: ModelLimits = { context: 128_000, output: 4_096, images: true };

/**
 * A model that answers from a cassette and asks nobody. A request is found by its place; of several at one place the
 * first unplayed one with the same digest answers. Any other request fails as `cassette-mismatch`, with its place and
 * the first difference.
 */
export function replayModel(cassette: Cassette, options: ReplayOptions): Model {
  const played = new Set<CassetteEntry>();
  const [first] = cassette.models.keys();
  const id = options.model ?? first ?? "";
  return {
    id,
    limits: cassette.models.get(id) ?? noLimits,
    async *stream(request, signal) {
      const placeholders = createPlaceholders(options);
      const form = normalForm(request, placeholders);
      const place = placeOf(request.place);
      const entries = cassette.entries.get(place) ?? [];
      const waiting = entries.filter((entry) => !played.has(entry));
      const digest = digestOf(form);
      let entry = waiting.find((candidate) => candidate.digest === digest);
      if (entry === undefined && options.mismatch === "play") entry = waiting[0] ?? entries.at(-1);
      if (entry === undefined) {
        yield { type: "failed", error: mismatch(place, waiting[0], entries.length, form), content: [] };
        return;
      }
      played.add(entry);
      for (const event of entry.events) {
        if (signal.aborted) {
          yield { type: "failed", error: new SkillmintError("cancelled"), content: [] };
          return;
        }
        yield decodeEvent(event, placeholders);
      }
    },
  };
}

function mismatch(
  place: string,
  recorded: CassetteEntry | undefined,
  count: number,
  current: NormalForm,
): SkillmintError {
  if (recorded === undefined) {
    const detail =
      count === 0
        ? "The recording has no request at this place."
        : `The recording has only ${count} requests at this place.`;
    return new SkillmintError("cassette-mismatch", { params: { place, what: `∅ → ${count + 1}` }, detail });
  }
  // Long strings were shortened when they were recorded, so both sides are compared in that form.
  const found = firstDifference(jsonOf(recorded.request), shorten(jsonOf(current)));
  return new SkillmintError("cassette-mismatch", {
    params: { place, what: found ? describeDifference(found) : "digest" },
  });
}

function jsonOf({ system, tools, messages }: NormalForm): Json {
  return { system, tools, messages };
}
