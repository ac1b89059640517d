import type { Model, ModelEvent } from "../../model/model.ts";
import { toSkillmintError } from "../../protocol/index.ts";
import { encodeReply } from "./recorded-reply.ts";
import { digestRequest, formRequest } from "./request-form.ts";
import type { RecorderCore } from "./recorder-core.ts";

export function placeOf({ agent, iteration }: { agent: string; iteration: number }): string {
  return `${agent} #${iteration}`;
}

/**
 * The same model, with every finished or failed reply in the cassette before its last event is given on. Cancelled
 * replies are not recorded. Where the recording cannot be written the stream ends `failed`: a run that was to be
 * recorded does not go on unrecorded.
 */
export function recordModel(core: RecorderCore, model: Model, date: string): Model {
  const { id, limits } = model;
  return {
    id,
    limits,
    async *stream(request, signal) {
      const events: ModelEvent[] = [];
      // Named before the model answers: what it is shown is what it goes by.
      const placeholders = core.placeholders();
      const form = formRequest(request, placeholders, date);
      for await (const event of model.stream(request, signal)) {
        const isLast = event.type === "finished" || event.type === "failed";
        if (!isLast || signal.aborted) {
          events.push(event);
          yield event;
          continue;
        }
        const { agent } = request.place;
        const digests = digestRequest(form);
        const kept = core.keepMessages(agent, digests.messages);
        const problem = await core
          .write(...core.newParts(form, digests), {
            ...core.nextStep(),
            reply: placeOf(request.place),
            model: id,
            limits,
            ...encodeReply(events, event, placeholders),
            request: {
              system: digests.system,
              tools: digests.toolList,
              keep: kept,
              add: digests.messages.slice(kept),
            },
          })
          .then(() => undefined, toSkillmintError);
        yield problem
          ? {
              type: "failed",
              error: problem,
              content: event.content,
              ...(event.usage ? { usage: event.usage } : {}),
            }
          : event;
        return;
      }
    },
  };
}
