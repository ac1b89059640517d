import { useId, type ReactNode } from "react";
import { Button } from "../design/button.tsx";
import { useWords } from "../text/use-words.tsx";
import { Choice } from "./choice.tsx";
import { skillEditTexts } from "./skill-edit-texts.ts";
import { suggestName, titleOf, type NewSkill } from "./write-skill-text.ts";

interface FieldProps {
  label: string;
  hint: string;
  children(ids: { id: string; "aria-describedby": string }): ReactNode;
  aside?: ReactNode;
}

function Field({ label, hint, children, aside }: FieldProps): ReactNode {
  const id = useId();
  return (
    <div>
      <div className="mb-1 flex items-baseline gap-2">
        <label className="flex-1 text-sm font-medium" htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      {children({ id, "aria-describedby": `${id}-hint` })}
      <p className="mt-1 text-xs text-ink-3" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}

const input =
  "block w-full rounded-md border border-line-strong bg-raised px-3 py-1.5 outline-none focus:border-accent";

interface FormProps {
  skill: NewSkill;
  isLocked: boolean;
  onChange(next: NewSkill): void;
}

/** What a new skill is made of. */
export function NewSkillForm({ skill, isLocked, onChange }: FormProps): ReactNode {
  const t = useWords(skillEditTexts);
  const set = (more: Partial<NewSkill>): void => onChange({ ...skill, ...more });
  const suggestion = suggestName(skill.name);
  const outline = t("outline.text", { title: titleOf(skill.name) });
  return (
    <fieldset className="contents" disabled={isLocked}>
      <div className="flex min-h-full flex-col gap-4 p-4 sm:p-6">
        <Field
          aside={
            suggestion === undefined ? null : (
              <button
                className="text-xs text-accent underline"
                onClick={() => set({ name: suggestion })}
                type="button"
              >
                {t("name.use", { name: suggestion })}
              </button>
            )
          }
          hint={t("name.hint")}
          label={t("name")}
        >
          {(ids) => (
            <input
              {...ids}
              autoCapitalize="none"
              autoComplete="off"
              autoFocus
              className={`${input} font-mono`}
              maxLength={200}
              onChange={(event) => set({ name: event.target.value })}
              spellCheck={false}
              value={skill.name}
            />
          )}
        </Field>
        <Field
          aside={
            <span className="text-xs text-ink-3 tabular-nums">{[...skill.description].length} / 1024</span>
          }
          hint={t("description.hint")}
          label={t("description")}
        >
          {(ids) => (
            <textarea
              {...ids}
              className={`${input} field-sizing-content max-h-60 min-h-16 resize-none`}
              onChange={(event) => set({ description: event.target.value })}
              value={skill.description}
            />
          )}
        </Field>
        <Field hint={t("tools.hint")} label={t("tools")}>
          {(ids) => (
            <input
              {...ids}
              autoComplete="off"
              className={`${input} font-mono text-sm`}
              onChange={(event) => set({ tools: event.target.value })}
              spellCheck={false}
              value={skill.tools}
            />
          )}
        </Field>
        <div>
          <p aria-hidden className="mb-1 text-sm font-medium">
            {t("where")}
          </p>
          <Choice
            label={t("where")}
            onChange={(where) => set({ where })}
            options={(["user", "project"] as const).map((value) => ({ value, text: t(`where.${value}`) }))}
            value={skill.where}
          />
        </div>
        <div className="flex flex-1 flex-col [&>div]:flex [&>div]:flex-1 [&>div]:flex-col">
          <Field
            aside={
              skill.body === "" ? (
                <Button
                  className="!min-h-6 !px-2 !py-0 text-xs"
                  look="quiet"
                  onClick={() => set({ body: outline })}
                >
                  {t("outline")}
                </Button>
              ) : null
            }
            hint={t("instructions.hint")}
            label={t("instructions")}
          >
            {(ids) => (
              <textarea
                {...ids}
                className={`${input} min-h-72 flex-1 resize-none font-mono text-sm leading-relaxed`}
                onChange={(event) => set({ body: event.target.value })}
                value={skill.body}
              />
            )}
          </Field>
        </div>
      </div>
    </fieldset>
  );
}
