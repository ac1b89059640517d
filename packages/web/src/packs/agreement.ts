import type { InstallApproval, PlannedSkillReply } from "@skillmint/core/protocol/api";

/** One question that a person has to agree to, by a name of its own. */
export interface Question {
  id: string;
  name: string;
  approval: InstallApproval;
}

/** What is asked before these skills are installed. One that is there already, exactly so, needs nothing. */
export function findQuestions(skills: readonly PlannedSkillReply[]): Question[] {
  return skills
    .filter(({ same }) => !same)
    .flatMap(({ name, approvals }) =>
      approvals.map((approval) => ({ id: `${name} ${approval.kind}`, name, approval })),
    );
}

export interface Agreement {
  acceptSigners?: string[];
  allowDowngrade?: boolean;
  replace?: boolean;
}

/** What is agreed to by these answers; undefined while one is missing. */
export function readAgreement(
  questions: readonly Question[],
  agreed: ReadonlySet<string>,
): Agreement | undefined {
  if (questions.some(({ id }) => !agreed.has(id))) return undefined;
  const approvals = questions.map(({ approval }) => approval);
  const acceptSigners = approvals.flatMap((one) => (one.kind === "signer" ? [one.to] : []));
  const isAsked = (...kinds: InstallApproval["kind"][]): boolean =>
    approvals.some(({ kind }) => kinds.includes(kind));
  return {
    ...(acceptSigners.length > 0 ? { acceptSigners } : {}),
    ...(isAsked("downgrade") ? { allowDowngrade: true } : {}),
    ...(isAsked("replace", "unsigned") ? { replace: true } : {}),
  };
}
