import { useState, type ReactNode } from "react";
import { keepToken } from "../api/token.ts";
import { useWords } from "../text/use-words.tsx";
import { frameTexts } from "../text/web-texts.ts";

/** For a page that was opened without the address that the server printed, or with an old one. */
export function AskToken({ isWrong = false }: { isWrong?: boolean }): ReactNode {
  const t = useWords(frameTexts);
  const [token, setToken] = useState("");
  return (
    <main className="mx-auto flex min-h-full max-w-md flex-col justify-center gap-4 p-6">
      <h1 className="text-lg font-semibold">{t("token.title")}</h1>
      <p className="text-ink-2">{t("token.explain")}</p>
      {isWrong ? (
        <p className="text-sm text-bad" role="alert">
          {t("token.wrong")}
        </p>
      ) : null}
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          keepToken(token.trim());
          location.reload();
        }}
      >
        <input
          aria-label={t("token.label")}
          autoFocus
          className="min-w-0 flex-1 rounded-md border border-line-strong bg-raised px-3 py-2 font-mono text-sm"
          onChange={(event) => setToken(event.target.value)}
          required
          value={token}
        />
        <button className="rounded-md bg-accent px-4 py-2 font-medium text-on-accent" type="submit">
          {t("token.open")}
        </button>
      </form>
    </main>
  );
}
