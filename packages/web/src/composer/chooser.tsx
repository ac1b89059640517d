import { Combobox } from "@base-ui/react/combobox";
import { Check, ChevronDown, type LucideIcon } from "lucide-react";
import { useState, type ReactNode } from "react";

export interface ChooserItem {
  value: string;
  label: string;
  detail?: string;
}

export interface ChooserGroup {
  title: string;
  items: ChooserItem[];
}

interface ChooserProps {
  icon: LucideIcon;
  /** What is chosen, as shown on the button. */
  text: string;
  /** What the button is, for screen readers. */
  label: string;
  groups: readonly ChooserGroup[];
  value?: string | undefined;
  search: string;
  none: string;
  isDisabled?: boolean;
  /** Only the icon where there is little room. */
  isSlim?: boolean;
  /** What was typed, as a choice of its own where it can be one. */
  custom?(typed: string): ChooserItem | undefined;
  onPick(value: string): void;
  onOpen?(isOpen: boolean): void;
}

const fits = ({ value, label, detail = "" }: ChooserItem, query: string): boolean =>
  `${value} ${label} ${detail}`.toLowerCase().includes(query.trim().toLowerCase());

function Choice({ item }: { item: ChooserItem }): ReactNode {
  return (
    <Combobox.Item
      className="grid cursor-pointer grid-cols-[1rem_1fr] items-baseline gap-2 rounded-md px-2 py-1.5 text-sm outline-none data-highlighted:bg-accent-soft"
      value={item}
    >
      <Combobox.ItemIndicator className="col-start-1 self-center text-accent">
        <Check aria-hidden size={14} />
      </Combobox.ItemIndicator>
      <span className="col-start-2 min-w-0">
        <span className="block truncate">{item.label}</span>
        {item.detail === undefined ? null : (
          <span className="line-clamp-2 text-xs text-ink-3 in-data-highlighted:text-ink-2">
            {item.detail}
          </span>
        )}
      </span>
    </Combobox.Item>
  );
}

/** A small button that opens a list to choose from, with a field to filter it. */
export function Chooser(props: ChooserProps): ReactNode {
  const { icon: Icon, text, label, groups, value, search, none, custom, onPick, onOpen } = props;
  const [typed, setTyped] = useState("");
  const own = typed.trim() === "" ? undefined : custom?.(typed.trim());
  const all = groups.flatMap(({ items }) => items);
  const isKnown = own !== undefined && all.some((item) => item.value === own.value);
  const shown = own && !isKnown ? [...groups, { title: "", items: [own] }] : groups;
  return (
    <Combobox.Root
      autoHighlight
      disabled={props.isDisabled ?? false}
      filter={(item: ChooserItem, query) => item === own || fits(item, query)}
      inputValue={typed}
      isItemEqualToValue={(a: ChooserItem, b: ChooserItem) => a.value === b.value}
      items={shown}
      onInputValueChange={setTyped}
      onOpenChange={(isOpen) => {
        setTyped("");
        onOpen?.(isOpen);
      }}
      onValueChange={(item: ChooserItem | null) => (item ? onPick(item.value) : undefined)}
      value={all.find((item) => item.value === value) ?? null}
    >
      <Combobox.Trigger
        aria-label={label}
        className="flex h-8 max-w-48 min-w-0 items-center gap-1.5 rounded-md px-2 text-sm text-ink-2 hover:bg-panel hover:text-ink disabled:opacity-50 data-popup-open:bg-panel"
        title={label}
      >
        <Icon aria-hidden className="shrink-0" size={15} />
        <span className={`truncate max-sm:max-w-24 ${props.isSlim ? "max-sm:hidden" : ""}`}>{text}</span>
        <ChevronDown aria-hidden className="shrink-0 text-ink-3 max-sm:hidden" size={13} />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner align="start" className="z-30" collisionPadding={8} sideOffset={6}>
          <Combobox.Popup
            aria-label={label}
            className="w-80 max-w-[var(--available-width)] rounded-lg border border-line bg-raised shadow-lg outline-none"
          >
            <Combobox.Input
              aria-label={search}
              className="w-full border-b border-line bg-transparent px-3 py-2 text-sm outline-none placeholder:text-ink-3"
              placeholder={search}
            />
            <Combobox.Empty>
              <div className="px-3 py-3 text-sm text-ink-3">{none}</div>
            </Combobox.Empty>
            <Combobox.List className="max-h-[min(20rem,calc(var(--available-height)-3rem))] overflow-y-auto overscroll-contain p-1 empty:p-0">
              {(group: ChooserGroup) => (
                <Combobox.Group items={group.items} key={group.title}>
                  {group.title === "" ? null : (
                    <Combobox.GroupLabel className="px-2 pt-2 pb-1 text-xs font-medium text-ink-3">
                      {group.title}
                    </Combobox.GroupLabel>
                  )}
                  <Combobox.Collection>
                    {(item: ChooserItem) => <Choice item={item} key={item.value} />}
                  </Combobox.Collection>
                </Combobox.Group>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
