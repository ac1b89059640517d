const looks = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  plain: "border border-line-strong bg-raised hover:bg-panel",
  quiet: "text-ink-2 hover:bg-panel hover:text-ink",
} as const;

/** A link that looks like the button of the same look: it goes somewhere instead of doing something. */
export function linkButton(look: keyof typeof looks): string {
  return `inline-flex min-h-8 shrink-0 items-center justify-center gap-1.5 rounded-md px-3 py-1 text-sm font-medium ${looks[look]}`;
}
