import type { ReplyOf, settingsApi } from "@skillmint/core/protocol/api";

type RulesReply = ReplyOf<(typeof settingsApi)["listRules"]>;
export type RuleList = RulesReply["rules"][number]["list"];

export interface ShownRule {
  list: RuleList;
  rule: string;
  /** `user`: written by the person, and theirs to remove. */
  source: string;
  folder?: string;
}

const order: readonly RuleList[] = ["deny", "ask", "allow"];

/** The person's own rules of all folders, and what else holds here; what decides first comes first. */
export function joinRules({ rules, holding }: RulesReply): ShownRule[] {
  const others = holding.filter(({ source }) => source !== "user");
  const all: ShownRule[] = [...rules.map((rule) => ({ ...rule, source: "user" })), ...others].map(
    ({ folder, ...rest }: { folder?: string | undefined } & Omit<ShownRule, "folder">) =>
      folder === undefined ? rest : { ...rest, folder },
  );
  return order.flatMap((list) => all.filter((rule) => rule.list === list));
}

const sources = ["user", "project", "environment", "session", "flag", "skill", "mode"] as const;

/** `undefined` for a place that this version has no word for. */
export function sourceKey(source: string): `source.${(typeof sources)[number]}` | undefined {
  const known = sources.find((name) => name === source);
  return known && `source.${known}`;
}
