import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { symlink, truncate } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { writeRawTar } from "../../pack/tar.fixture.ts";
import { explain } from "../../protocol/index.ts";
import { sourceLimits } from "./source/source-limits.ts";
import { refusal, skillText, usePlaces, createAuthor } from "./install.fixture.ts";

const places = usePlaces();
const install = (source: string, more: Record<string, unknown> = {}) =>
  places.packs().install(source, { folder: places.folder, ...more });

async function toBytes(archive: ZipFile): Promise<Buffer> {
  archive.end();
  const parts: Buffer[] = [];
  for await (const part of archive.outputStream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function zip(
  files: Readonly<Record<string, string>>,
  tamper?: [from: string, to: string],
): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [path, text] of Object.entries(files)) archive.addBuffer(Buffer.from(text), path);
  const bytes = await toBytes(archive);
  if (!tamper) return bytes;
  const [from, to] = tamper.map((text) => Buffer.from(text));
  for (let at = bytes.indexOf(from ?? ""); at !== -1; at = bytes.indexOf(from ?? "", at + 1))
    to?.copy(bytes, at);
  return bytes;
}

const tar = (files: Readonly<Record<string, string>>): Buffer =>
  writeRawTar(Object.entries(files).map(([name, text]) => ({ name, text })));

describe("a tar", () => {
  it("of a skill or of several is installed as a zip is, by what it is and not by its name", async () => {
    await places.put("alone-1.0.tar.gz", tar({ "./SKILL.md": skillText("alone"), "./x y.md": "x" }));
    await places.put(
      "b.tgz",
      tar({ "r/skills/m/SKILL.md": skillText("m"), "r/skills/n/SKILL.md": skillText("n") }),
    );
    await places.put("c.zip", tar({ "top/SKILL.md": skillText("inner") }));
    const plan = await places.packs().inspect("alone-1.0.tar.gz", { folder: places.folder });
    expect(plan).toMatchObject({ kind: "tar", skills: [{ name: "alone" }] });
    for (const name of ["alone-1.0.tar.gz", "b.tgz", "c.zip"]) await install(name);
    expect(await places.names("skills")).toEqual(["alone", "inner", "m", "n"]);
    expect(await places.names("skills", "alone")).toEqual(["SKILL.md", "x y.md"]);
  });

  it("that would leave its folder, has a link or is damaged is refused, and nothing of it stays", async () => {
    const good = { name: "SKILL.md", text: skillText("a") };
    for (const bytes of [
      writeRawTar([good, { name: "../../x" }]),
      writeRawTar([good, { name: "link", type: "2", link: "/etc" }, { name: "link/x" }]),
      writeRawTar([good]).subarray(0, 60),
    ]) {
      await places.put("bad.tar.gz", bytes);
      expect(await refusal(install("bad.tar.gz"))).toContain("pack-invalid");
    }
    expect(await places.all()).toEqual([]);
  });
});

describe("a zip", () => {
  it("of a skill, of a folder with one, and of several is installed", async () => {
    await places.put("a.zip", await zip({ "SKILL.md": skillText("alone") }));
    await places.put("b.zip", await zip({ "top/SKILL.md": skillText("inner"), "top/x.md": "x" }));
    await places.put(
      "c.zip",
      await zip({ "r/skills/m/SKILL.md": skillText("m"), "r/skills/n/SKILL.md": skillText("n") }),
    );
    for (const name of ["a.zip", "b.zip", "c.zip"]) await install(name);
    expect(await places.names("skills")).toEqual(["alone", "inner", "m", "n"]);
    expect(await places.names("skills", "inner")).toEqual(["SKILL.md", "x.md"]);
  });

  it("that would leave its folder, clashes or is none, is refused and nothing of it stays (A03, A06, K5)", async () => {
    const bad: [string, Buffer][] = [
      ["slip", await zip({ "SKILL.md": skillText("a"), "xx/xx/xx": "x" }, ["xx/xx/xx", "../../xx"])],
      ["absolute", await zip({ "SKILL.md": skillText("a"), "xetc/y": "x" }, ["xetc/y", "/etc/y"])],
      ["backslash", await zip({ "SKILL.md": skillText("a"), "..xy": "x" }, ["..xy", "..\\y"])],
      ["drive", await zip({ "SKILL.md": skillText("a"), Cxyz: "x" }, ["Cxyz", "C:yz"])],
      ["case", await zip({ "SKILL.md": skillText("a"), "a.md": "1", "A.md": "2" })],
      ["twice", await zip({ "SKILL.md": skillText("a"), "a.md": "1", "b.md": "2" }, ["b.md", "a.md"])],
      ["forms", await zip({ "SKILL.md": skillText("a"), "\u00e9.md": "1", "e\u0301.md": "2" })],
      ["device", await zip({ "SKILL.md": skillText("a"), "nul.md": "1" })],
      ["cut", (await zip({ "SKILL.md": skillText("a") })).subarray(0, 60)],
    ];
    for (const [name, bytes] of bad) {
      await places.put("bad.zip", bytes);
      expect([name, await refusal(install("bad.zip"))]).toEqual([
        name,
        expect.stringMatching(/refused|invalid/),
      ]);
    }
    expect(await places.all()).toEqual([]);
  });

  it("with a link or a bomb in it is refused (A04, A05)", async () => {
    const link = new ZipFile();
    link.addBuffer(Buffer.from(skillText("z")), "SKILL.md");
    link.addBuffer(Buffer.from("/etc"), "out", { mode: 0o120777 });
    await places.put("link.zip", await toBytes(link));
    const bomb = new ZipFile();
    bomb.addBuffer(Buffer.from(skillText("z")), "SKILL.md");
    bomb.addBuffer(Buffer.alloc(64 << 20), "zeros");
    await places.put("bomb.zip", await toBytes(bomb));
    expect(await refusal(install("link.zip"))).toContain("pack-invalid");
    const start = performance.now();
    expect(await refusal(install("bomb.zip"))).toContain("pack-invalid");
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(await places.all()).toEqual([]);
  });
});

describe("a plugin", () => {
  it("gives its skills, and a word for the rest", async () => {
    await places.put("plug/plugin.json", JSON.stringify({ name: "plug", skills: ["./more"] }));
    await places.put("plug/skills/one/SKILL.md", skillText("one"));
    await places.put("plug/more/two/SKILL.md", skillText("two"));
    await places.put("plug/hooks/hooks.json", "{}");
    const plan = await places.packs().inspect("plug", { folder: places.folder });
    expect(plan).toMatchObject({ kind: "plugin", leftOut: [{ path: "hooks" }] });
    await install("plug");
    expect(await places.names("skills")).toEqual(["one", "two"]);
  });
});

describe("a git repository", () => {
  const git = (...args: string[]): string =>
    execFileSync(
      "git",
      ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "init.defaultBranch=main", ...args],
      {
        cwd: places.at("repo"),
        env: { ...process.env, HOME: places.at("home") },
      },
    ).toString();

  async function makeRepository(): Promise<string> {
    await places.put("repo/skills/one/SKILL.md", skillText("one", "v1"));
    await places.put("repo/skills/one/run.sh", "#!/bin/sh\n", 0o755);
    await places.put("repo/skills/two/SKILL.md", skillText("two"));
    await symlink("/etc/passwd", places.at("repo", "skills", "one", "passwd"));
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "1");
    git("tag", "v1");
    await places.put("repo/skills/one/SKILL.md", skillText("one", "v2"));
    git("commit", "-qam", "2");
    return `file://${places.at("repo")}`;
  }

  it("is installed at a commit that the lockfile keeps; links stay behind, nothing is run", async () => {
    const url = await makeRepository();
    await places.put("repo/.git/hooks/post-checkout", `#!/bin/sh\ntouch ${places.at("ran")}\n`, 0o755);
    const plan = await places.packs().inspect(url, { folder: places.folder });
    expect(plan.commit).toBe(git("rev-parse", "HEAD").trim());
    expect(plan.leftOut).toEqual([{ path: "skills/one/passwd", reason: "a link; links are not installed" }]);
    await install(`${url}//skills/one#v1`);
    expect(await places.names("skills", "one")).toEqual(["SKILL.md", "run.sh"]);
    expect(await places.read("skills", "one", "SKILL.md")).toContain("v1");
    await install(url);
    expect(await places.read("skills", "one", "SKILL.md")).toContain("v2");
    await places.put("repo/skills/one/SKILL.md", skillText("one", "v3"));
    git("commit", "-qam", "3");
    const again = await places.packs().installFrozen({ folder: places.folder });
    expect(again.map(({ changed }) => changed)).toEqual([false, false]);
    expect(await refusal(install(`${url}//nowhere`))).toContain("no folder nowhere");
    expect(await refusal(install(`${url}#gone`))).toContain("git could not fetch");
  });

  it("is never reached by an option, another protocol or a private address", async () => {
    for (const [source, said] of [
      ["file:///tmp/x#--upload-pack=touch", "no name of a branch"],
      ["git+ext::sh -c touch", "nothing at"],
      ["git+ext://sh", "begin with https://"],
      ["git+http://example.com/x.git", "begin with https://"],
      ["ssh://-oProxyCommand=x/y.git", "install-refused"],
      ["https://127.0.0.1:1/x.git", "git could not fetch"],
      ["git@127.0.0.1:x.git", "git could not fetch"],
    ] as const)
      expect([source, await refusal(install(source))]).toEqual([source, expect.stringContaining(said)]);
  });
});

describe("an address", () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  async function serve(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
    server = createServer((request, response) => {
      const body = files[request.url ?? ""];
      response.writeHead(body === undefined ? 404 : 200).end(body ?? "");
    });
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const allow = (url: string) =>
    places.put(
      "../home/.skillmint/config.jsonc",
      JSON.stringify({ network: { allow: [new URL(url).host] } }),
    );
  const sha = (body: string | Buffer) => `sha256:${createHash("sha256").update(body).digest("hex")}`;

  it("of this machine's network is refused until a person names it; packs and archives come from it then", async () => {
    const author = await createAuthor();
    const url = await serve({
      "/demo.skillpack": Buffer.from(await author.pack("demo")),
      "/x.zip": await zip({ "SKILL.md": skillText("zipped") }),
      "/x.tar.gz": tar({ "SKILL.md": skillText("tarred") }),
      "/page": "<html>",
    });
    expect(await refusal(install(`${url}/demo.skillpack`))).toContain("Cannot fetch");
    await allow(url);
    await install(`${url}/demo.skillpack`);
    await install(`${url}/x.zip`);
    await install(`${url}/x.tar.gz`);
    expect(await places.names("skills")).toEqual(["tarred", "zipped"]);
    expect(await places.names("packs")).toEqual(["demo"]);
    expect(await refusal(install(`${url}/page`))).toContain("nothing that skills can be installed from");
    expect(await refusal(install(`${url}/gone.zip`))).toContain("HTTP 404");
    expect(await refusal(install("http://example.com/x.zip"))).toContain("Use https");
  });

  it("with a list of skills gives them, each by its digest", async () => {
    const [text, archive, tarred] = [
      skillText("listed"),
      await zip({ "SKILL.md": skillText("packed"), "a.md": "x" }),
      tar({ "SKILL.md": skillText("tarred"), "b.md": "x" }),
    ];
    const at = "/.well-known/agent-skills";
    const entry = (name: string, type: string, url: string, digest: string) => ({
      name,
      type,
      description: "D",
      url,
      digest,
    });
    const index = {
      $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
      skills: [
        entry("listed", "skill-md", "listed/SKILL.md", sha(text)),
        entry("packed", "archive", `${at}/packed.zip`, sha(archive)),
        entry("tarred", "archive", "tarred.tar.gz", sha(tarred)),
        entry("odd", "model", "odd", sha("")),
      ],
    };
    const files: Record<string, string | Buffer> = {
      [`${at}/index.json`]: JSON.stringify(index),
      [`${at}/listed/SKILL.md`]: text,
      [`${at}/packed.zip`]: archive,
      [`${at}/tarred.tar.gz`]: tarred,
    };
    const url = await serve(files);
    await allow(url);
    const plan = await places.packs().inspect(`${url}${at}/`, { folder: places.folder });
    expect(plan).toMatchObject({ kind: "well-known", leftOut: [{ path: "odd" }] });
    await install(`${url}${at}`);
    expect(await places.names("skills")).toEqual(["listed", "packed", "tarred"]);
    expect(await places.names("skills", "tarred")).toEqual(["SKILL.md", "b.md"]);
    files[`${at}/listed/SKILL.md`] = skillText("listed", "Other.");
    expect(await refusal(install(`${url}${at}/listed`))).toContain("not what the list promises");
    files[`${at}/index.json`] = JSON.stringify({ skills: [{ name: "x" }] });
    expect(await refusal(install(`${url}${at}`))).toContain("cannot be understood");
  });
});

describe("a folder", () => {
  it("that is too large is refused as that, with its limit", async () => {
    await places.put("heavy/SKILL.md", skillText("heavy"));
    await places.put("heavy/data.bin", "");
    await truncate(places.at("heavy/data.bin"), sourceLimits.bytes + 1);
    const told = await install("heavy").catch((error: unknown) => explain(error, "en"));
    expect(told).toContain("heavy is larger than 200 MB.");
    expect(await places.all()).toEqual([]);
  });
});
