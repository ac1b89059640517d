import { Menu } from "@base-ui/react/menu";
import { modes, type Mode } from "@skillmint/core/protocol";
import { Check, ChevronDown, ShieldCheck, ShieldOff } from "lucide-react";
import type { ReactNode } from "react";
import { modeTexts } from "../text/mode-texts.ts";
import { useWords } from "../text/use-words.tsx";
import { composerTexts } from "./composer-texts.ts";

interface ModeChooserProps {
  mode: Mode | undefined;
  isDisabled: boolean;
  onChoose(mode: Mode): void;
}

/** What may be done without asking, each with a sentence about it. */
export function ModeChooser({ mode, isDisabled, onChoose }: ModeChooserProps): ReactNode {
  const t = useWords(composerTexts);
  const wordMode = useWords(modeTexts);
  const name = mode === undefined ? t("mode.unset") : wordMode(mode);
  const isOpen = mode === "unrestricted";
  const Icon = isOpen ? ShieldOff : ShieldCheck;
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={t("mode.choose", { mode: name })}
        className={`flex h-8 min-w-0 items-center gap-1.5 rounded-md px-2 text-sm hover:bg-panel disabled:opacity-50 data-popup-open:bg-panel ${isOpen ? "text-warn" : "text-ink-2 hover:text-ink"}`}
        disabled={isDisabled}
        title={t("mode.choose", { mode: name })}
      >
        <Icon aria-hidden className="shrink-0" size={15} />
        <span className="truncate max-sm:max-w-24">{name}</span>
        <ChevronDown aria-hidden className="shrink-0 text-ink-3 max-sm:hidden" size={13} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="start" className="z-30" collisionPadding={8} sideOffset={6}>
          <Menu.Popup
            aria-label={t("mode")}
            className="w-80 max-w-[var(--available-width)] rounded-lg border border-line bg-raised p-1 shadow-lg outline-none"
          >
            <Menu.RadioGroup onValueChange={onChoose} value={mode ?? ""}>
              {modes.map((value) => (
                <Menu.RadioItem
                  className="grid cursor-pointer grid-cols-[1rem_1fr] gap-2 rounded-md px-2 py-1.5 outline-none data-highlighted:bg-accent-soft"
                  closeOnClick
                  key={value}
                  value={value}
                >
                  <Menu.RadioItemIndicator className="col-start-1 mt-1 text-accent">
                    <Check aria-hidden size={14} />
                  </Menu.RadioItemIndicator>
                  <span className="col-start-2">
                    <span
                      className={`block text-sm font-medium ${value === "unrestricted" ? "text-warn" : ""}`}
                    >
                      {wordMode(value)}
                    </span>
                    <span className="block text-xs text-ink-3 in-data-highlighted:text-ink-2">
                      {wordMode(`${value}.more`)}
                    </span>
                  </span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
