import { loginApi } from "@skillmint/core/protocol/api";
import { ApiError, toError } from "./client.ts";

/** Whether the server gives its token to those who know a password. A server that is away has none to ask for. */
export async function asksForPassword(): Promise<boolean> {
  const reply = await fetch("/health");
  const { password } = (await reply.json()) as { password?: boolean };
  return password === true;
}

/** The token for a password. Refused with `ApiError`. */
export async function logIn(password: string, language: string): Promise<string> {
  const { method, path } = loginApi.login;
  const reply = await fetch(path, {
    method,
    headers: { "content-type": "application/json", "accept-language": language },
    body: JSON.stringify({ password }),
  });
  if (!reply.ok) throw await toError(reply);
  const { token } = (await reply.json()) as { token?: string };
  if (token === undefined) throw new ApiError(reply.status, "internal", reply.statusText);
  return token;
}
