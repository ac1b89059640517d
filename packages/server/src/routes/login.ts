import { createHash, timingSafeEqual } from "node:crypto";
import { loginApi } from "@skillmint/core/protocol/api";
import type { App } from "../app.ts";
import type { Attempts } from "../login/attempts.ts";
import { Refused } from "../problem.ts";
import { serveEndpoint } from "./serve.ts";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** A password is short; nobody has said yet who they are. */
const maxBody = 8_192;

export interface LoginOptions {
  /** Without one nobody gets in by it. */
  password: string | undefined;
  token: string;
  attempts: Attempts;
}

/** The token for those who know the password. */
export function addLogin(app: App, { password, token, attempts }: LoginOptions): void {
  const wanted = password === undefined ? undefined : digest(password);
  serveEndpoint(
    app,
    loginApi.login,
    ({ body }, c) => {
      const address = c.env.incoming.socket.remoteAddress ?? "";
      const wait = attempts.wait(address);
      if (wait > 0) {
        c.header("retry-after", String(Math.ceil(wait / 1_000)));
        throw new Refused(429, "attempts");
      }
      const isJson = /^application\/json\b/i.test(c.req.header("content-type") ?? "");
      const isRight = timingSafeEqual(digest(body.password), wanted ?? digest(token));
      if (wanted !== undefined) attempts.note(address, isRight && isJson);
      if (wanted !== undefined && isRight && isJson) return { token };
      throw new Refused(401, "password");
    },
    { maxBody, isOpen: true },
  );
}
