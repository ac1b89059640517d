import { useWords } from "../text/use-words.tsx";
import { skillsTexts } from "./skills-texts.ts";

const layers = ["project", "user", "extra", "environment", "plugin", "pack", "mcp", "bundled"] as const;

/** The name of a layer; one that was added by whoever embeds the runtime has its own. */
export function useWordLayer(): (layer: string) => string {
  const t = useWords(skillsTexts);
  return (layer) => {
    const known = layers.find((candidate) => candidate === layer);
    return known === undefined ? layer : t(`layer.${known}`);
  };
}
