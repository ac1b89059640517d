import { foldersApi, skillsApi } from "@skillmint/core/protocol/api";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState, type KeyboardEvent } from "react";
import { useServices } from "../app/services.tsx";
import { isComposing } from "./compose-keys.ts";
import { findTrigger, type Trigger } from "./find-trigger.ts";
import { callName, rankSkills } from "./rank-skills.ts";

/** Something that can be taken into the text. */
export interface Suggestion {
  /** The name of a skill, or the path of a file. */
  value: string;
  detail?: string;
}

export interface Suggestions {
  trigger: Trigger | undefined;
  items: readonly Suggestion[];
  /** Which one Enter takes. */
  index: number;
  isOpen: boolean;
  isLoading: boolean;
  point(index: number): void;
  /** True where the key was for the list. */
  handleKey(event: KeyboardEvent): boolean;
}

interface Options {
  text: string;
  caret: number;
  folder: string | undefined;
  onTake(trigger: Trigger, suggestion: Suggestion): void;
}

const maxShown = 50;

function usePlace(folder: string | undefined): { folder?: string } {
  return folder === undefined ? {} : { folder };
}

/** The skills of a folder that a person may start, best first. */
export function useSkillChoice(folder: string | undefined, isWanted: boolean) {
  const { client } = useServices();
  const query = usePlace(folder);
  return useQuery({
    queryKey: ["skills", "choice", folder],
    enabled: isWanted,
    staleTime: 10_000,
    queryFn: async ({ signal }) => (await client.call(skillsApi.listSkills, { query }, signal)).skills,
  });
}

function useFiles(folder: string | undefined, typed: string | undefined) {
  const { client } = useServices();
  const query = useDeferredValue(typed);
  const place = usePlace(folder);
  return useQuery({
    queryKey: ["files", folder, query],
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const sent = { query: { ...place, query: query ?? "", limit: maxShown } };
      return (await client.call(foldersApi.findFiles, sent, signal)).files;
    },
  });
}

/** What fits to the `/name` or `@path` that is being written, and the keys to choose from it. */
export function useSuggestions({ text, caret, folder, onTake }: Options): Suggestions {
  const trigger = findTrigger(text, caret);
  const [pointed, setPointed] = useState({ for: "", index: 0 });
  const [closed, setClosed] = useState<string>();
  const isSkill = trigger?.kind === "skill";
  const skills = useSkillChoice(folder, isSkill);
  const files = useFiles(folder, trigger?.kind === "file" ? trigger.query : undefined);

  const listed = (): Suggestion[] => {
    if (!trigger) return [];
    if (!isSkill) return (files.data ?? []).map((value) => ({ value }));
    const found = rankSkills(skills.data ?? [], trigger.query).slice(0, maxShown);
    return found.map((skill) => ({ value: callName(skill), detail: skill.description }));
  };
  const items = listed();
  const sign = trigger ? `${trigger.kind} ${trigger.start}` : "";
  const about = `${sign} ${trigger?.query ?? ""}`;
  const index = pointed.for === about ? Math.min(pointed.index, items.length - 1) : 0;
  const isOpen = trigger !== undefined && closed !== sign;
  const point = (next: number): void => setPointed({ for: about, index: next });

  return {
    trigger,
    items,
    index,
    isOpen,
    isLoading: isSkill ? skills.isPending : files.isPending,
    point,
    handleKey(event) {
      // A sign that was given up comes back when it is written anew.
      if (!trigger && closed !== undefined) setClosed(undefined);
      if (!isOpen || isComposing(event)) return false;
      if (event.key === "Escape") {
        setClosed(sign);
        return true;
      }
      if (items.length === 0) return false;
      if (event.key === "ArrowDown") point((index + 1) % items.length);
      else if (event.key === "ArrowUp") point((index + items.length - 1) % items.length);
      else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey) {
        const item = items[index];
        if (item) onTake(trigger, item);
      } else return false;
      return true;
    },
  };
}
