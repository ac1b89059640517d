import { skillsApi } from "@skillmint/core/protocol/api";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useServices } from "../app/services.tsx";
import { keep, readKept } from "./kept.ts";
import { usePlace } from "./use-place.ts";
import { useRefreshSkills } from "./use-skills.ts";
import { emptySkill, type NewSkill } from "./write-skill-text.ts";

const key = "new-skill";

const toBody = ({ name, description, tools, body, where }: NewSkill) => ({
  name: name.trim(),
  ...(description.trim() === "" ? {} : { description: description.trim() }),
  ...(body.trim() === "" ? {} : { body }),
  ...(tools.trim() === "" ? {} : { fields: { "allowed-tools": tools.trim() } }),
  project: where === "project",
});

/** A skill that is being made. What was typed stays until it is created or given up. */
export function useNewSkill(onCreated: (id: string) => void) {
  const { client } = useServices();
  const { place } = usePlace();
  const refresh = useRefreshSkills();
  const [skill, setSkill] = useState(() => readKept(key, emptySkill) ?? emptySkill);
  const [isKept, setKept] = useState(true);
  const isEmpty = skill.name + skill.description + skill.tools + skill.body === "";
  const put = (next: NewSkill): void => {
    setSkill(next);
    setKept(keep(key, next === emptySkill ? undefined : next));
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.call(skillsApi.createSkill, { body: { ...place, ...toBody(skill) } }),
    onSuccess: ({ id }) => {
      put(emptySkill);
      onCreated(id);
      void refresh();
    },
  });
  return {
    skill,
    isEmpty,
    isKept,
    isCreating: isPending,
    error,
    change: put,
    discard: () => put(emptySkill),
    create: () => mutate(),
  };
}
