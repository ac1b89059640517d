import { describe, expect, it } from "vitest";
import { childEnvironment } from "./child-environment.ts";

const secrets: Record<string, string> = {
  OPENAI_API_KEY: "x",
  anthropic_api_key: "x",
  AWS_ACCESS_KEY_ID: "x",
  AWS_SECRET_ACCESS_KEY: "x",
  AWS_SESSION_TOKEN: "x",
  GITHUB_TOKEN: "x",
  NPM_TOKEN: "x",
  npm_config__authToken: "x",
  npm_config__auth: "x",
  DB_PASSWORD: "x",
  MYSQL_PWD: "x",
  PGPASSWORD: "x",
  REDIS_PASS: "x",
  SSH_AUTH_SOCK: "/run/agent",
  GOOGLE_APPLICATION_CREDENTIALS: "/x.json",
  AZURE_DEVOPS_EXT_PAT: "x",
  STRIPE_KEY: "x",
  DATABASE_URL: "postgres://user:hunter2@db/x",
  HTTPS_PROXY: "http://me:pw@proxy:3128",
  INNOCENT: `sk-${"a1".repeat(12)}`,
  DEPLOY: "-----BEGIN OPENSSH PRIVATE KEY-----\nabc",
  PAGES: `ghp_${"a1".repeat(18)}`,
};

const harmless: Record<string, string> = {
  PATH: "/bin",
  HOME: "/root",
  PWD: "/w",
  OLDPWD: "/",
  KEYBOARD_LAYOUT: "us",
  TOKENIZERS_PARALLELISM: "false",
  XAUTHORITY: "/root/.Xauthority",
  GIT_AUTHOR_NAME: "Ada",
  MAX_TOKENS: "4096",
  COMPASS: "north",
  LANG: "C",
  DATABASE_URL_PUBLIC: "postgres://db/x",
  HTTP_PROXY: "http://proxy:3128",
  MONKEY: "yes",
};

describe("childEnvironment", () => {
  it("hides secrets by name and by value", () => {
    expect(Object.keys(childEnvironment(secrets))).toEqual([]);
  });

  it("keeps what is harmless", () => {
    expect(childEnvironment({ ...harmless, UNSET: undefined })).toEqual(harmless);
  });

  it("keeps what a person allowed by name, in any case", () => {
    expect(childEnvironment(secrets, { keep: ["github_token"] })).toEqual({ GITHUB_TOKEN: "x" });
  });
});

it("leaves out what would make a command do something else than it says", () => {
  const steering = {
    CDPATH: "/x",
    BASH_ENV: "/x",
    GLOBIGNORE: "*",
    RIPGREP_CONFIG_PATH: "/x",
    "BASH_FUNC_ls%%": "() { :; }",
  };
  expect(childEnvironment({ ...steering, PATH: "/bin" })).toEqual({ PATH: "/bin" });
});
