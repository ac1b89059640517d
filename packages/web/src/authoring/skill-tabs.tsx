import type { SkillPage } from "@skillmint/core/protocol/api";
import { useEffect, useRef, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { addressOfSkill } from "../skills/skill-address.ts";
import { usePlace } from "../skills/use-place.ts";
import { useWords } from "../text/use-words.tsx";
import { tabsTexts } from "./tabs-texts.ts";

const places = ["overview", "tests", "evals", "evaluate", "history", "improve"] as const;

/** Whose files a person keeps in their own hands. */
export function isOwn({ layer, editable }: Pick<SkillPage, "layer" | "editable">): boolean {
  return editable && (layer === "user" || layer === "project");
}

/** The pages of one skill. */
export function SkillTabs({ skill }: { skill: SkillPage }): ReactNode {
  const t = useWords(tabsTexts);
  const { to } = usePlace();
  useLocation();
  const here = globalThis.location.pathname.split("/")[3] ?? "overview";
  const address = addressOfSkill(skill.id);
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    // Where they do not all fit, the one that is open is in sight.
    bar.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [here]);
  return (
    <nav
      aria-label={t("label")}
      ref={bar}
      className="mb-6 flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line"
    >
      {places
        .filter((place) => place !== "improve" || isOwn(skill))
        .map((place) => (
          <Link
            aria-current={place === here ? "page" : undefined}
            className="-mb-px shrink-0 border-b-2 border-transparent px-2.5 py-2 sm:px-3 text-sm text-ink-2 hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
            key={place}
            to={to(place === "overview" ? address : `${address}/${place}`)}
          >
            {t(place)}
          </Link>
        ))}
    </nav>
  );
}
