import { Menu } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useWords } from "../text/use-words.tsx";
import { improveTexts } from "./improve-texts.ts";

interface ItemProps {
  sessionId: string;
  className: string;
  /** It is still at work. */
  disabled: boolean;
}

/** In the menu of a session: what a skill can learn from it. */
export function ImproveItem({ sessionId, ...item }: ItemProps): ReactNode {
  const t = useWords(improveTexts);
  const [, go] = useLocation();
  return (
    <Menu.Item {...item} onClick={() => go(`/skills/improve?session=${encodeURIComponent(sessionId)}`)}>
      {t("from.link")}
    </Menu.Item>
  );
}
