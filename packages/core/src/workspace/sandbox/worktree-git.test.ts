import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addWorktree, removeUnused, type Worktree } from "../worktree.ts";
import { createWorld, skipLoudly, type World } from "./world.fixture.ts";

let world: World;
let repo: string;
let tree: Worktree;

const git = (folder: string, ...args: string[]): string =>
  execFileSync("git", ["-C", folder, ...args], { encoding: "utf8", stdio: "pipe" }).trim();

async function makeRepository(folder: string): Promise<Worktree> {
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "-q", "-b", "main");
  git(folder, "config", "user.name", "T");
  git(folder, "config", "user.email", "t@example.com");
  for (const name of ["a.txt", "b.txt"]) {
    writeFileSync(path.join(folder, name), name);
    git(folder, "add", ".");
    git(folder, "commit", "-q", "-m", name);
    if (name === "a.txt") git(folder, "gc", "-q");
  }
  const made = await addWorktree(folder, "x");
  if (!made) throw new Error("no worktree");
  return made;
}

async function runIn({ path: folder }: Worktree, command: string) {
  const sandbox = await world.open({ workspace: { root: folder, added: [] } });
  const { output, exitCode } = await world.run(command, { sandbox, folder });
  return { text: output.head, exitCode };
}

/** Names, kinds and contents of all that is not granted. */
function guarded(): string {
  const common = path.join(repo, ".git");
  const id = path.basename(tree.path);
  const open = [
    /^objects\/[0-9a-f]{2}(?:\/|$)/,
    new RegExp(`^(?:logs/)?refs/heads/skillmint(?:/${id}(?:/|$)|$)`),
    new RegExp(`^worktrees/${id}/(?!(?:commondir|gitdir|config\\.worktree|modules)$)`),
  ];
  return readdirSync(common, { recursive: true, encoding: "utf8" })
    .filter((name) => !open.some((pattern) => pattern.test(name)))
    .toSorted()
    .map((name) => {
      const at = path.join(common, name);
      const stats = lstatSync(at);
      return `${name} ${stats.mode} ${stats.isFile() ? readFileSync(at, "latin1") : ""}`;
    })
    .join("\n");
}

const attacks: [name: string, command: string][] = [
  ["write the configuration", 'echo "[core]\nfsmonitor = evil" >> "$C/config"'],
  ["write the configuration by git", "git config core.fsmonitor evil"],
  ["write a second configuration", 'echo evil > "$C/config.worktree"; echo evil > "$D/config.worktree"'],
  ["plant a hook", 'mkdir -p "$C/hooks"; echo evil > "$C/hooks/post-checkout"'],
  ["exchange the hooks", 'mv "$C/hooks" "$C/h"; ln -s "$PWD" "$C/hooks"'],
  ["attributes for all trees", 'mkdir -p "$C/info"; echo "* filter=evil" > "$C/info/attributes"'],
  ["move another branch", "git update-ref refs/heads/main HEAD~1; git branch -f main HEAD~1"],
  ["move another branch by its file", 'git rev-parse HEAD~1 > "$C/refs/heads/main"'],
  ["commit on another branch", "git symbolic-ref HEAD refs/heads/main; git commit -q --allow-empty -m evil"],
  [
    "lead its branch to another",
    'git symbolic-ref "$(git symbolic-ref HEAD)" refs/heads/main; git commit -q --allow-empty -m evil',
  ],
  ["make another branch", "git branch other; git branch skillmint/other; git tag evil"],
  [
    "change the branch of another worktree",
    'for f in "$C"/refs/heads/skillmint/other-*/work; do git rev-parse HEAD~1 > "$f"; done',
  ],
  ["packed branches", 'git pack-refs --all; echo evil >> "$C/packed-refs"'],
  ["other objects", 'mkdir -p "$C/objects/info"; echo "$PWD" > "$C/objects/info/alternates"'],
  ["exchange the information on objects", 'mv "$C/objects/info" "$C/objects/i"; mkdir "$C/objects/info"'],
  ["remove packed objects", 'rm -rf "$C/objects/pack"; rm -f "$C"/objects/pack/*'],
  ["exchange the objects", 'mv "$C/objects" "$C/o"; ln -s "$PWD" "$C/objects"'],
  [
    "the index of the main tree",
    'cp "$D/index" "$C/index"; GIT_INDEX_FILE="$C/index" git rm -q --cached a.txt',
  ],
  ["the main tree", 'git --git-dir="$C" --work-tree="$C/.." rm -q -f a.txt; echo evil > "$C/../a.txt"'],
  ["HEAD of the main tree", 'echo "ref: refs/heads/evil" > "$C/HEAD"'],
  [
    "lead the tree to other data",
    'mkdir evil; echo "$PWD/evil" > "$D/commondir"; mv -f "$D/commondir" "$D/c"',
  ],
  [
    "exchange where the tree leads to",
    'cp "$D/commondir" n; rm -f "$D/commondir"; mv -f n "$D/commondir"; ln -sf n "$D/gitdir"',
  ],
  ["exchange the data of the tree", 'mv "$D" "$D.old"; mkdir "$D"'],
  [
    "a repository of a submodule",
    'mkdir -p "$D/modules/m/hooks" "$C/modules/m"; echo evil > "$D/modules/m/config"',
  ],
  [
    "another worktree",
    "git worktree add -q ../evil; git worktree add -q ./evil; git worktree prune --expire=now",
  ],
  ["read by a link what is hidden", 'cat "$C/out/id_ed25519"'],
  ["clean up", "git gc -q --prune=now; git reflog expire --all --expire=now; git repack -adq"],
];

describe.skipIf(skipLoudly(attacks.length + 6))("git in a worktree of ours", { timeout: 60_000 }, () => {
  beforeEach(async () => {
    world = await createWorld();
    repo = path.join(world.base, "repo");
    tree = await makeRepository(repo);
  });
  afterEach(() => world.close());

  const names = () =>
    `C='${repo}/.git'; D="$C/worktrees/${path.basename(tree.path)}"; R="$C/refs/heads/${path.dirname(tree.branch)}"`;

  it("reads, commits and changes its mind, on its own branches only", async () => {
    const before = guarded();
    const { text, exitCode } = await runIn(
      tree,
      `set -e; git status --porcelain; echo new > c.txt; git add -A; git commit -q -m third; git log --format=%s
      git commit -q --amend -m fourth; git reset -q --hard HEAD~1; git cherry-pick ORIG_HEAD > out; rm out
      git revert --no-edit HEAD > out; rm out; git reset -q --hard HEAD~1; git rebase -q --force-rebase HEAD~1
      git checkout -q -b ${path.dirname(tree.branch)}/more HEAD~1; git commit -q --allow-empty -m fifth
      git checkout -q -; git merge -q -m sixth ${path.dirname(tree.branch)}/more; git status --porcelain`,
    );
    expect([text, exitCode]).toEqual(["third\nb.txt\na.txt\n", 0]);
    expect(git(repo, "log", "-1", "--format=%s", tree.branch)).toBe("sixth");
    expect(git(tree.path, "status")).toContain("nothing to commit");
    expect(git(repo, "status", "--porcelain")).toBe("");
    expect(git(repo, "fsck", "--no-dangling")).toBe("");
    expect(guarded()).toBe(before);
    expect(await removeUnused(tree)).toBe(false);
  });

  it("commits where branches were packed meanwhile, and below a temporary folder", async () => {
    git(repo, "pack-refs", "--all");
    expect(await runIn(tree, "git commit -q --allow-empty -m x")).toEqual({ text: "", exitCode: 0 });
    expect(git(repo, "log", "-1", "--format=%s", tree.branch)).toBe("x");
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "skillmint-worktree-git-")));
    try {
      const hidden = await makeRepository(path.join(folder, "repo"));
      const { text, exitCode } = await runIn(
        hidden,
        "echo > new; git add -A && git commit -q -m y; git status -sb; ls ../..",
      );
      expect([text, exitCode]).toEqual([`## ${hidden.branch}\n`, 0]);
      expect(git(hidden.path, "log", "-1", "--format=%s")).toBe("y");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each(attacks)("stays inside: %s", async (_, command) => {
    symlinkSync(path.join(world.home, ".ssh"), path.join(repo, ".git/out"));
    const other = await addWorktree(repo, "other");
    const before = guarded();
    const main = git(repo, "log", "--all", "--not", tree.branch, "--format=%H");
    const { text } = await runIn(tree, `${names()}; echo began; ( ${command} ) 2>&1; echo ended`);
    expect(text).toMatch(/^began\n(?:.*\n)*ended\n$/);
    expect(guarded()).toBe(before);
    expect(world.damage(text)).toEqual([]);
    expect(git(repo, "status", "--porcelain")).toBe("");
    expect(git(repo, "log", "--all", "--not", tree.branch, "--format=%H")).toBe(main);
    expect(git(repo, "fsck", "--no-dangling", "--connectivity-only")).toBe("");
    expect(other && (await removeUnused(other))).toBe(true);
  });

  it("leaves no link through which git would write elsewhere", async () => {
    const target = path.join(world.outside, "canary");
    const links = ["$D/COMMIT_EDITMSG", "$D/logs/HEAD", "$C/logs/refs/heads/$B", "$R/evil", "$D/FETCH_HEAD"];
    const make = links.map((at) => `ln -sf '${target}' "${at}"`).join("; ");
    const { text } = await runIn(
      tree,
      `${names()}; B='${tree.branch}'; ${make}; mkfifo "$D/MERGE_MSG"; ln -s "$D" "$C/objects/zz"; test -L "$D/COMMIT_EDITMSG" && echo made`,
    );
    expect(text).toBe("made\n");
    git(tree.path, "commit", "-q", "--allow-empty", "-m", "evil");
    git(tree.path, "fetch", "-q", ".");
    expect(world.damage("")).toEqual([]);
    expect(readdirSync(path.join(repo, ".git/objects"))).not.toContain("zz");
  });

  it("cannot exchange the pointer of the tree for a repository with settings", async () => {
    const before = readFileSync(path.join(tree.path, ".git"), "utf8");
    const { text } = await runIn(
      tree,
      "rm -f .git; mv .git g; mkdir -p .git/hooks; git init -q evil; mv -T evil/.git .git; ln -sfn evil/.git .git; echo gitdir: evil > .git; echo end",
    );
    expect(text).toMatch(/end\n$/);
    expect(readFileSync(path.join(tree.path, ".git"), "utf8")).toBe(before);
    expect(lstatSync(path.join(tree.path, ".git")).isFile()).toBe(true);
  });

  it("gives nothing to a tree that leads elsewhere than to the repository around it", async () => {
    const victim = await makeRepository(path.join(world.base, "victim"));
    const victimGit = path.join(world.base, "victim/.git");
    const tryCommit = async (folder: string): Promise<number | null> => {
      const command = `git commit -q --allow-empty -m evil; touch '${victimGit}/objects/smcanary' '${repo}/.git/objects/smcanary'`;
      return (await runIn({ path: folder, branch: "" }, command)).exitCode;
    };
    const state = () => git(victim.path, "log", "--all", "--format=%H");
    const before = state();
    const fake = (name: string): string => path.join(repo, ".worktrees", name);
    // That of another repository.
    mkdirSync(fake("fake-00000001"));
    cpSync(path.join(victim.path, ".git"), path.join(fake("fake-00000001"), ".git"));
    // That of another tree of the same repository.
    mkdirSync(fake("fake-00000002"));
    cpSync(path.join(tree.path, ".git"), path.join(fake("fake-00000002"), ".git"));
    // The repository itself, and a link to a tree of it.
    mkdirSync(fake("fake-00000003"));
    writeFileSync(path.join(fake("fake-00000003"), ".git"), `gitdir: ${repo}/.git\n`);
    mkdirSync(fake("fake-00000004"));
    symlinkSync(path.join(tree.path, ".git"), path.join(fake("fake-00000004"), ".git"));
    for (const name of ["fake-00000001", "fake-00000002", "fake-00000003", "fake-00000004"])
      expect(await tryCommit(fake(name)), name).not.toBe(0);
    // A repository that lies about where its objects are.
    rmSync(path.join(repo, ".git/objects"), { recursive: true });
    symlinkSync(path.join(victimGit, "objects"), path.join(repo, ".git/objects"));
    expect(await tryCommit(tree.path), "linked objects").not.toBe(0);
    expect(state()).toBe(before);
    expect(readdirSync(path.join(victimGit, "objects"))).not.toContain("smcanary");
  });

  it("is looked at without running anything that was planted in it", async () => {
    const run = path.join(world.base, "ran");
    const evil = `touch '${run}'; cat`;
    const { exitCode } = await runIn(
      tree,
      `git init -q sub && cd sub && git config filter.evil.clean "${evil}" && git config core.fsmonitor "${evil}" && echo x > f && git -c user.name=T -c user.email=t@x add f && git -c user.name=T -c user.email=t@x commit -q -m x && echo '* filter=evil' > .gitattributes && cd .. && git add sub && git commit -q -m sub && echo y > sub/f && git update-index --assume-unchanged a.txt; true`,
    );
    expect(exitCode).toBe(0);
    expect(git(tree.path, "ls-files", "--stage", "sub")).toMatch(/^160000 /);
    rmSync(run, { force: true });
    expect(await removeUnused(tree)).toBe(false);
    git(repo, "merge", "-q", tree.branch);
    expect(await removeUnused(tree)).toBe(false);
    expect(existsSync(run)).toBe(false);
    git(tree.path, "status");
    expect(existsSync(run), "the trap is one").toBe(true);
    rmSync(run);
    // What a replaced pointer leads to counts for nothing either.
    const place = await addWorktree(repo, "moved");
    if (!place) throw new Error("no worktree");
    rmSync(path.join(place.path, ".git"));
    git(place.path, "init", "-q");
    git(place.path, "add", "a.txt");
    git(place.path, "config", "filter.evil.clean", evil);
    writeFileSync(path.join(place.path, ".gitattributes"), "* filter=evil\n");
    writeFileSync(path.join(place.path, "a.txt"), "A.TXT");
    expect(await removeUnused(place)).toBe(false);
    expect(existsSync(run)).toBe(false);
    git(place.path, "status");
    expect(existsSync(run), "the trap is one").toBe(true);
  });
});
