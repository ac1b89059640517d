import type { AskView } from "@skillmint/core/protocol";
import { useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useKeptForm } from "../../authoring/use-kept-form.ts";
import { Button } from "../../design/button.tsx";
import { useWords } from "../../text/use-words.tsx";
import { askTexts } from "./ask-texts.ts";
import { keptName, useAnswer } from "./use-answer.ts";

type Permission = Extract<AskView, { type: "permission.asked" }>;

/** Keys that answer while the card has the focus and nothing is being typed. */
const keys: Readonly<Record<string, string>> = { s: "session", w: "workspace", d: "no", Escape: "no" };

/** A refusal that is being worded; it stays when the card is out of sight. */
const unsaid = { reason: "" };

function Details({ ask }: { ask: Permission }): ReactNode {
  const t = useWords(askTexts);
  // What stands whole below need not fill the card twice.
  const isRepeated = ask.resources.some((resource) => ask.title.endsWith(resource));
  return (
    <>
      <p className={`font-medium ${isRepeated ? "line-clamp-2" : ""}`}>{ask.title}</p>
      {ask.reason === undefined ? null : <p className="text-sm text-ink-2">{ask.reason}</p>}
      {ask.resources.length === 0 ? null : (
        <ul className="my-2 max-h-48 overflow-auto font-mono text-xs" tabIndex={0}>
          {ask.resources.map((resource) => (
            <li className="whitespace-pre-wrap [overflow-wrap:anywhere]" key={resource}>
              {resource}
            </li>
          ))}
        </ul>
      )}
      {ask.grants ? (
        <p className="text-sm text-ink-2">
          {t("skillRules", { rules: ask.grants.rules.join(", ") })}
          {ask.grants.change === undefined ? "" : ` ${t("skillChange", { change: ask.grants.change })}`}
        </p>
      ) : null}
    </>
  );
}

interface RejectProps {
  reason: string;
  onChange(reason: string): void;
  onSend(): void;
}

function RejectForm({ reason, onChange, onSend }: RejectProps): ReactNode {
  const t = useWords(askTexts);
  return (
    <form
      className="mt-2 flex flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <input
        aria-label={t("reason")}
        autoFocus
        className="min-w-48 flex-1 rounded-md border border-line-strong bg-raised px-2 py-1 text-sm"
        onChange={(event) => onChange(event.target.value)}
        placeholder={t("reason")}
        value={reason}
      />
      <Button look="danger" type="submit">
        {reason.trim() === "" ? t("no") : t("sendReason")}
      </Button>
    </form>
  );
}

/** Whether a call may do what it wants: once, for longer, or not. */
export function PermissionAsk({ ask }: { ask: Permission }): ReactNode {
  const t = useWords(askTexts);
  const typed = useKeptForm(keptName(ask.askId), unsaid);
  const { send, isSending, problem } = useAnswer(ask.askId);
  const { reason } = typed.form;
  const [isRejecting, setRejecting] = useState(reason !== "");
  const card = useRef<HTMLFieldSetElement>(null);
  const hasRule = ask.rule !== undefined;
  const onKey = (event: KeyboardEvent): void => {
    const isTyping = event.target instanceof HTMLInputElement;
    const answer = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (isTyping || event.metaKey || event.ctrlKey || event.altKey || answer === undefined) return;
    if (!hasRule && (answer === "session" || answer === "workspace")) return;
    event.preventDefault();
    send(answer);
  };
  return (
    <fieldset
      aria-label={`${t("permission")} ${ask.title}`}
      className="min-w-0 [overflow-wrap:anywhere]"
      disabled={isSending}
      onKeyDown={onKey}
      ref={card}
    >
      <Details ask={ask} />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button look="primary" onClick={() => send("once")}>
          {t("once")}
        </Button>
        {hasRule ? (
          <>
            <Button onClick={() => send("session")}>{t("session")}</Button>
            <Button onClick={() => send("workspace")}>{t("workspace")}</Button>
            <Button onClick={() => send("always")}>{t("always")}</Button>
          </>
        ) : null}
        {ask.grants ? (
          <Button onClick={() => send("skill")}>{t("skill", { name: ask.grants.name })}</Button>
        ) : null}
        <Button look="quiet" onClick={() => setRejecting(!isRejecting)}>
          {t("no")}
        </Button>
      </div>
      {isRejecting ? (
        <RejectForm
          onChange={(next) => typed.change({ reason: next })}
          onSend={() => send(reason.trim() === "" ? "no" : `no: ${reason.trim()}`)}
          reason={reason}
        />
      ) : null}
      <p className="mt-2 text-xs text-ink-2">
        {hasRule ? `${t("rule", { rule: ask.rule ?? "" })} ` : ""}
        <span className="pointer-coarse:hidden">
          {hasRule ? "· " : ""}
          {t(hasRule ? "keys" : "keys.once")}
        </span>
      </p>
      {problem === undefined ? null : (
        <p className="mt-1 text-sm text-bad" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
