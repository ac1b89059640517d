import type { InstallApproval, PlannedSkillReply } from "@skillmint/core/protocol/api";
import { describe, expect, it } from "vitest";
import { findQuestions, readAgreement } from "./agreement.ts";

const signer: InstallApproval = { kind: "signer", from: "SHA256:a", to: "SHA256:b", message: "" };
const downgrade: InstallApproval = { kind: "downgrade", from: "2.0.0", to: "1.0.0", message: "" };
const replace: InstallApproval = { kind: "replace", path: "/x", message: "" };

const skill = (name: string, approvals: InstallApproval[], same = false): PlannedSkillReply => ({
  name,
  description: "",
  kind: "pack",
  layer: "pack",
  folder: "/",
  digest: "",
  files: 1,
  bytes: 1,
  sealed: false,
  locked: false,
  errors: [],
  warnings: [],
  wishes: { allowedTools: [], hooks: [], mcpServers: [], scripts: [] },
  same,
  approvals,
});

describe("what a person agrees to", () => {
  it("is nothing where nothing is asked, or everything is there already", () => {
    expect(readAgreement(findQuestions([skill("a", [])]), new Set())).toEqual({});
    expect(findQuestions([skill("a", [replace], true)])).toEqual([]);
  });

  it("is complete only with every answer, and says no more than was asked", () => {
    const questions = findQuestions([skill("a", [signer, downgrade]), skill("b", [replace])]);
    expect(readAgreement(questions, new Set(["a signer", "a downgrade"]))).toBeUndefined();
    expect(readAgreement(questions, new Set(["a signer", "a downgrade", "b replace"]))).toEqual({
      acceptSigners: ["SHA256:b"],
      allowDowngrade: true,
      replace: true,
    });
    const one = findQuestions([skill("a", [downgrade])]);
    expect(readAgreement(one, new Set(["a downgrade", "a signer"]))).toEqual({ allowDowngrade: true });
  });
});
