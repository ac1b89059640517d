import { BarChart3, MessageSquareText, Plus, Settings, Sparkles, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useRoute } from "wouter";
import { useWords } from "../text/use-words.tsx";
import { frameTexts } from "../text/web-texts.ts";
import { usePageTitle } from "./use-page-title.ts";

const places: readonly [
  to: string,
  pattern: string,
  icon: LucideIcon,
  key: `nav.${string}` & keyof (typeof frameTexts)["en"],
][] = [
  ["/new", "/new", Plus, "nav.new"],
  ["/sessions", "/sessions/*?", MessageSquareText, "nav.sessions"],
  ["/skills", "/skills/*?", Sparkles, "nav.skills"],
  ["/usage", "/usage", BarChart3, "nav.usage"],
  ["/settings", "/settings/*?", Settings, "nav.settings"],
];

function Place({
  to,
  pattern,
  icon: Icon,
  label,
}: {
  to: string;
  pattern: string;
  icon: LucideIcon;
  label: string;
}): ReactNode {
  const [isHere] = useRoute(pattern);
  usePageTitle(isHere ? label : undefined);
  return (
    <Link
      aria-current={isHere ? "page" : undefined}
      aria-label={label}
      className={`flex size-11 items-center justify-center rounded-lg sm:size-10 ${isHere ? "bg-accent-soft text-accent-strong" : "text-ink-3 hover:bg-panel hover:text-ink"}`}
      title={label}
      to={to}
    >
      <Icon aria-hidden size={19} strokeWidth={1.8} />
    </Link>
  );
}

/** Where one can go, always in sight. */
export function Rail(): ReactNode {
  const t = useWords(frameTexts);
  return (
    <nav
      aria-label={t("nav.main")}
      className="flex shrink-0 items-center justify-around gap-1 border-t border-line bg-panel px-2 py-1 sm:flex-col sm:justify-start sm:border-t-0 sm:border-r sm:px-1.5 sm:py-3"
    >
      {places.map(([to, pattern, icon, key]) => (
        <Place icon={icon} key={to} label={t(key)} pattern={pattern} to={to} />
      ))}
    </nav>
  );
}
