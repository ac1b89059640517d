import { createId } from "@skillmint/core/protocol";
import { sessionsApi } from "@skillmint/core/protocol/api";
import { useMutation } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { useServices } from "../../app/services.tsx";
import { useWords } from "../../text/use-words.tsx";
import { startTexts } from "./start-texts.ts";

/** The skill that comes with the product, whatever else is called like it. */
const tourSkill = "bundled:tour";

/** Starts a session that shows around. Its file is written without a question, so that the first ask is the command's. */
export function useTour(folder: string | undefined) {
  const t = useWords(startTexts);
  const { client } = useServices();
  const [, go] = useLocation();
  return useMutation({
    mutationFn: () =>
      client.call(sessionsApi.createSession, {
        body: {
          text: t("tour.prompt"),
          promptId: createId("prm"),
          settings: { skills: [tourSkill], mode: "acceptEdits" },
          ...(folder === undefined ? {} : { folder }),
        },
      }),
    onSuccess: ({ sessionId }) => go(`/sessions/${sessionId}`),
  });
}
