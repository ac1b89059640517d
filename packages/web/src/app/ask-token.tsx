import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { ApiError } from "../api/client.ts";
import { asksForPassword, logIn } from "../api/log-in.ts";
import { keepToken, readToken, takeToken } from "../api/token.ts";
import { useLanguage, useWords } from "../text/use-words.tsx";
import { frameTexts } from "../text/web-texts.ts";

/** Anything that is not the server's own word: it did not answer. */
const wordFailure = (error: Error, offline: string): string =>
  error instanceof ApiError ? error.message : offline;

/** For a page that was opened without the address that the server printed, or with an old one. */
export function AskToken({ isWrong = false }: { isWrong?: boolean }): ReactNode {
  const t = useWords(frameTexts);
  const { language } = useLanguage();
  const [typed, setTyped] = useState("");
  const [isOdd, setOdd] = useState(false);
  const health = useQuery({ queryKey: ["health"], queryFn: asksForPassword, retry: true });
  const isPassword = health.data === true;
  const kind = isPassword ? "password" : "token";
  const entry = useMutation({
    mutationFn: async () => keepToken(isPassword ? await logIn(typed, language) : (readToken(typed) ?? "")),
    onSuccess: () => location.reload(),
  });
  // The address with the token, opened in this very tab, changes only what stands behind `#`.
  useEffect(() => {
    const onAddress = (): void => {
      if (takeToken() !== undefined) location.reload();
    };
    addEventListener("hashchange", onAddress);
    return () => removeEventListener("hashchange", onAddress);
  }, []);
  const wordProblem = (): string | undefined => {
    if (isOdd) return t("token.odd");
    if (entry.error) return wordFailure(entry.error, t("connection.offline"));
    return isWrong && !isPassword ? t("token.wrong") : undefined;
  };
  const problem = wordProblem();
  return (
    <main className="mx-auto flex min-h-full max-w-md flex-col justify-center gap-4 p-6">
      <h1 className="text-lg font-semibold">{t(`${kind}.title`)}</h1>
      <p className="text-ink-2">{t(`${kind}.explain`)}</p>
      {problem === undefined ? null : (
        <p className="text-sm text-bad" role="alert">
          {problem}
        </p>
      )}
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const isToken = isPassword || readToken(typed) !== undefined;
          setOdd(!isToken);
          if (isToken) entry.mutate();
        }}
      >
        <input
          aria-label={t(`${kind}.label`)}
          autoComplete={isPassword ? "current-password" : "off"}
          autoFocus
          className="min-w-0 flex-1 rounded-md border border-line-strong bg-raised px-3 py-2 font-mono text-sm"
          onChange={(event) => setTyped(event.target.value)}
          required
          type={isPassword ? "password" : "text"}
          value={typed}
        />
        <button
          className="rounded-md bg-accent px-4 py-2 font-medium text-on-accent disabled:opacity-50"
          disabled={entry.isPending}
          type="submit"
        >
          {t("token.open")}
        </button>
      </form>
    </main>
  );
}
