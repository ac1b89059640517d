import { describe, expect, it } from "vitest";
import { addressOfSkill, idOfAddress } from "./skill-address.ts";

describe("the address of a skill", () => {
  it.each(["user:tidy-up", "user:twin@/root/.claude/skills/twin", "mcp:a b:c?d#e", "user:x@/100%2F/é/技能"])(
    "brings %s back as it was",
    (id) => {
      const { pathname } = new URL(addressOfSkill(id), "http://127.0.0.1/");
      expect(idOfAddress(pathname)).toBe(id);
      expect(idOfAddress(`${pathname}/edit`)).toBe(id);
    },
  );

  it("takes one that is wrongly written as it stands", () => {
    expect(idOfAddress("/skills/50%")).toBe("50%");
  });
});
