import { dateOf } from "../../agent/prompt.ts";
import type { Model, ModelEvent, ModelLimits } from "../../model/model.ts";
import { SkillmintError, type SessionView } from "../../protocol/index.ts";
import type { RecordedReply } from "./cassette.ts";
import { compareRequest } from "./compare-request.ts";
import type { EndKind } from "./divergence.ts";
import type { PlayerCore } from "./player-core.ts";
import { placeOf } from "./record-model.ts";
import { decodeReply } from "./recorded-reply.ts";
import { formRequest } from "./request-form.ts";
import { agentOf } from "./tree-views.ts";

const noLimits: ModelLimits = { context: 128_000, output: 4_096, images: true };

/** The reply that an agent is to get next, or the one it got last. */
function nearestReply({ cassette }: PlayerCore, view: SessionView): RecordedReply | undefined {
  const agent = agentOf(view);
  const iteration = view.entries.filter(({ kind }) => kind === "message").length + 1;
  const [next] = cassette.replies.get(placeOf({ agent, iteration })) ?? [];
  if (next) return next;
  const all = [...cassette.replies]
    .filter(([place]) => place.startsWith(`${agent} #`))
    .flatMap(([, list]) => list);
  return all.at(-1) ?? [...cassette.replies.values()][0]?.[0];
}

/**
 * A model that answers from the recording, at once, and asks nobody. A request is found by its place; one that is not
 * as it was recorded, and every one behind it, fails as `cassette-mismatch`.
 */
export function replayModel(
  core: PlayerCore,
  view: SessionView,
  tries: Map<string, number>,
  maxMs: number,
): Model {
  const nearest = nearestReply(core, view);
  const date = dateOf(view);
  return {
    id: nearest?.model ?? view.settings.model,
    limits: nearest?.limits ?? noLimits,
    async *stream(request, signal): AsyncGenerator<ModelEvent> {
      const place = placeOf(request.place);
      const replies = core.cassette.replies.get(place) ?? [];
      const tried = tries.get(place) ?? 0;
      const reply = replies[tried];
      const placeholders = core.placeholders();
      const form = formRequest(request, placeholders, date);
      if (!reply) {
        const subject: EndKind =
          core.cassette.ends.length < core.cassette.begins.length ? "wasCut" : "ranOut";
        const { agent } = request.place;
        core.diverge({
          step: core.cassette.steps + 1,
          kind: "end",
          agent,
          subject,
          expected: "",
          got: place,
        });
      } else if (core.match === "strict" && !core.divergence()) {
        const found = compareRequest(core, view, reply, form);
        if (found) core.diverge(found);
      }
      if (!reply || core.divergence()) {
        yield { type: "failed", error: core.mismatch(), content: [] };
        return;
      }
      tries.set(place, tried + 1);
      await core.reach(reply, signal);
      for (const event of decodeReply(reply, placeholders)) {
        if (signal.aborted) {
          yield { type: "failed", error: new SkillmintError("cancelled"), content: [] };
          return;
        }
        // What could be waited for was: a replay does not wait again.
        const isWaited = event.type === "failed" && (event.retryAfterMs ?? Infinity) <= maxMs;
        yield isWaited ? { ...event, retryAfterMs: 0 } : event;
      }
    },
  };
}
