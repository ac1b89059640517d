import { skillsApi } from "@skillmint/core/protocol/api";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useServices } from "../app/services.tsx";
import { useDebounced } from "./use-debounced.ts";
import { usePlace } from "./use-place.ts";

const quietMs = 350;

/** The server's word on a text that is being written, a moment after the last key. Nothing is stored. */
export function useDraftCheck(text: string, of: { skill: string } | { name: string }) {
  const { client } = useServices();
  const { place } = usePlace();
  const about = "skill" in of ? { skill: of.skill } : of.name === "" ? {} : { name: of.name };
  const settled = useDebounced(text, quietMs);
  const { data, error, isFetching } = useQuery({
    queryKey: ["skill-check", place, about, settled],
    enabled: settled !== "",
    queryFn: ({ signal }) =>
      client.call(skillsApi.checkSkillText, { body: { ...place, ...about, text: settled } }, signal),
    placeholderData: keepPreviousData,
    // Texts can be long, and each is looked at once.
    gcTime: 0,
    retry: false,
  });
  return { report: text === "" ? undefined : data, error, isChecking: isFetching || settled !== text };
}
