import { statSync, symlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWorld, skipLoudly, type World } from "./world.fixture.ts";

interface Probe {
  name: string;
  /** What is tried. Runs in the workspace. */
  command: (world: World) => string;
  /**
   * Whether it is run without the sandbox too, to see that it would do harm: only what touches nothing but the
   * canaries.
   */
  control: boolean;
}

const node = (code: string) =>
  `node -e ${JSON.stringify(code).replaceAll("$", "\\$").replaceAll("`", "\\`")}`;

/** Connects and prints what it is told. */
const connectTo = (where: string) =>
  node(
    `const s=require("net").connect(${where});s.setTimeout(1500,()=>process.exit(3));s.on("data",d=>console.log(String(d)));s.on("error",e=>{console.log(e.code);process.exit(4)});s.on("close",()=>process.exit())`,
  );

const probe = (name: string, command: Probe["command"]): Probe => ({ name, command, control: true });
/** Without a sandbox it would do harm to this machine, or would need rights that tests do not have. */
const uncontrolled = (name: string, command: Probe["command"]): Probe => ({ name, command, control: false });

const writes: Probe[] = [
  probe("write by absolute path", (w) => `echo evil > ${w.outside}/canary`),
  probe("create by absolute path", (w) => `touch ${w.outside}/made`),
  probe("append", (w) => `echo evil >> ${w.outside}/canary`),
  probe("write through ..", () => "echo evil > ../outside/canary"),
  probe("write through .. of a new folder", () => "mkdir -p a/b; echo evil > a/b/../../../outside/canary"),
  probe("write through a new link to a file", (w) => `ln -s ${w.outside}/canary link; echo evil > link`),
  probe("write through a new link to a folder", (w) => `ln -s ${w.outside} link; echo evil > link/made`),
  probe("write through a relative link", () => "ln -s ../outside link; echo evil > link/made"),
  probe("hard link, then write", (w) => `ln ${w.outside}/canary hard; echo evil > hard`),
  probe("rename out of the workspace", (w) => `echo evil > mine; mv mine ${w.outside}/made`),
  probe("rename into the workspace", (w) => `mv ${w.outside}/canary ./taken`),
  probe("delete", (w) => `rm -rf ${w.outside}/folder`),
  probe("change the mode", (w) => `chmod 000 ${w.outside}/canary`),
  probe("truncate by node", (w) => node(`require("fs").truncateSync("${w.outside}/canary")`)),
  probe("write through /proc/self/root", (w) => `echo evil > /proc/self/root${w.outside}/canary`),
  probe("write through /proc/self/cwd", () => "echo evil > /proc/self/cwd/../outside/canary"),
  probe(
    "write through a descriptor opened for reading",
    (w) => `exec 9< ${w.outside}/canary; echo evil > /proc/self/fd/9`,
  ),
  uncontrolled(
    "write through the first process's root",
    (w) => `echo evil > /proc/1/root${w.outside}/canary`,
  ),
  probe(
    "write through another process's root",
    (w) => `for p in /proc/[0-9]*; do echo evil > $p/root${w.outside}/canary; done`,
  ),
  probe(
    "write to the outside of a process that was there before",
    (w) => `echo evil > /proc/${w.victim.pid}/root${w.outside}/canary`,
  ),
  probe("~/.bashrc", () => "echo evil >> ~/.bashrc"),
  probe("~/.ssh/authorized_keys", () => "echo evil >> ~/.ssh/authorized_keys"),
  probe("replace ~/.ssh", () => "mv ~/.ssh ~/.ssh2; mkdir -p ~/.ssh; echo evil > ~/.ssh/authorized_keys"),
  probe("new file in the home folder", () => "echo evil > ~/.zshenv"),
  probe("SkillMint's own configuration", () => "echo evil > ~/.skillmint/config.jsonc"),
  probe("a skill of SkillMint", () => "echo evil >> ~/.skillmint/skills/demo/run.sh"),
  probe("the host's /tmp", () => "touch /tmp/smcanary"),
  probe("the host's /var/tmp", () => "touch /var/tmp/smcanary"),
  probe("the host's /dev/shm", () => "touch /dev/shm/smcanary"),
  uncontrolled("/etc/cron.d", () => "touch /etc/cron.d/smcanary"),
  uncontrolled("/etc/passwd", (w) => `: >> /etc/passwd && echo ${w.secret}; touch /etc/passwd`),
  uncontrolled("/etc/ld.so.preload", () => ": >> /etc/ld.so.preload"),
  uncontrolled("/usr/local/bin", () => "touch /usr/local/bin/smcanary"),
  uncontrolled(
    "kernel settings",
    (w) =>
      `for f in kernel/core_pattern kernel/modprobe kernel/hostname vm/swappiness; do v=$(cat /proc/sys/$f); printf %s "$v" > /proc/sys/$f && echo ${w.secret}; done; true`,
  ),
];

const privileges: Probe[] = [
  uncontrolled(
    "mount over",
    (w) => `mount --bind ${w.bare} ${w.outside}; mount -o remount,rw /; echo evil > ${w.outside}/canary`,
  ),
  uncontrolled(
    "umount what protects",
    (w) =>
      `umount ~/.ssh; umount -l ${w.root}/.git/hooks; umount /; cat ~/.ssh/id_ed25519; echo evil > .git/hooks/evil`,
  ),
  uncontrolled(
    "remount writable",
    (w) => `mount -o remount,bind,rw ${w.root}/.git/hooks; echo evil > .git/hooks/evil`,
  ),
  uncontrolled("chroot", (w) => `chroot / sh -c 'echo evil > ${w.outside}/canary'`),
  uncontrolled(
    "user namespace, then mount",
    (w) =>
      `unshare -Urm sh -c 'umount ~/.ssh; mount -o remount,rw /; mount --bind ${w.bare} ~/.ssh; cat ~/.ssh/id_ed25519; echo evil > ${w.outside}/canary'`,
  ),
  uncontrolled(
    "user namespace by bubblewrap",
    (w) => `bwrap --bind / / sh -c 'echo evil > ${w.outside}/canary'`,
  ),
  uncontrolled(
    "enter the first process's namespaces",
    (w) => `nsenter -t 1 -a sh -c 'echo evil > ${w.outside}/canary; cat ~/.ssh/id_ed25519'`,
  ),
  uncontrolled(
    "enter another process's namespaces",
    (w) => `nsenter -t ${w.victim.pid} -m -n -p sh -c 'echo evil > ${w.outside}/canary'`,
  ),
  uncontrolled(
    "device of the disk",
    (w) =>
      `mkdir -p dev; for n in 8,0 252,0 253,0 254,0 259,0 1,1; do mknod dev/d b \${n/,/ } && head -c 512 dev/d >/dev/null && echo ${w.secret}; rm -f dev/d; done`,
  ),
  uncontrolled(
    "/dev/mem and disks",
    (w) =>
      `for d in /dev/mem /dev/kmem /dev/port /dev/sda /dev/vda /dev/nvme0n1 /dev/loop-control; do head -c 1 $d >/dev/null 2>&1 && echo ${w.secret}; done; true`,
  ),
  uncontrolled(
    "program that gives rights",
    (w) =>
      `cp /bin/bash ./su; chown 0:0 su; chmod 4755 su; ./su -p -c 'echo evil > ${w.outside}/canary'; sudo -n touch ${w.outside}/made; su -c 'touch ${w.outside}/made' < /dev/null`,
  ),
  probe("kill a process outside", (w) => `kill -9 ${w.victim.pid}; sleep 0.1`),
  uncontrolled(
    "signal a process outside by any number",
    (w) => `kill -0 ${w.victim.pid} && echo ${w.secret}; kill -0 ${process.pid} && echo ${w.secret}; true`,
  ),
  uncontrolled(
    "trace a process outside",
    (w) =>
      `gdb -p ${w.victim.pid} -batch -ex 'call (void)exit(3)'; strace -p ${w.victim.pid} & sleep 0.3; kill %1`,
  ),
  probe("environment of a process outside", (w) => `cat /proc/${w.victim.pid}/environ`),
  uncontrolled(
    "memory of the first process inside",
    (w) => `exec 9<> /proc/1/mem && echo ${w.secret}; exec 9<> /proc/1/task/1/mem && echo ${w.secret}; true`,
  ),
  uncontrolled(
    "program handed to a process outside",
    (w) =>
      `: >> /proc/${w.victim.pid}/environ && echo ${w.secret}; : >> /proc/${w.victim.pid}/mem && echo ${w.secret}; : >> /proc/${w.victim.pid}/attr/exec && echo ${w.secret}; true`,
  ),
  uncontrolled(
    "typing into a terminal",
    (w) =>
      `perl -e 'for my $t (0,1,2){ for my $c (split //,"x") { print "${w.secret}" if ioctl(STDIN,0x5412,$c) } } open(T,"+<","/dev/tty") and ioctl(T,0x5412,"x") and print "${w.secret}"; open(P,"+<","/dev/ptmx") or exit; print "${w.secret}" if ioctl(P,0x5412,"x")'`,
  ),
  uncontrolled(
    "keys of the session",
    (w) =>
      `perl -e 'my $r=syscall(250,0,-3,0); print "${w.secret}" if $r>0; my ($t,$d,$p)=("user","smcanary","x"); $r=syscall(248,$t,$d,$p,1,-3); print "${w.secret}" if $r>0'`,
  ),
  uncontrolled(
    "rings for input and output",
    (w) => `perl -e 'my $p="\\0"x120; print "${w.secret}" if syscall(425,8,$p)>=0'`,
  ),
  uncontrolled(
    "calls of the x32 interface",
    (w) => `perl -e 'print "${w.secret}" if syscall(0x40000000+41,1,1,0)>=0'`,
  ),
];

const protectedPaths: Probe[] = [
  probe("create .mcp.json", () => "echo '{}' > .mcp.json"),
  probe("create .mcp.json in an added folder", () => "echo '{}' > ../bare/.mcp.json"),
  probe(
    "create a hook where there is no repository",
    () => "mkdir -p ../bare/.git/hooks; echo evil > ../bare/.git/hooks/evil",
  ),
  probe("git init, then a hook", () => "cd ../bare && git init -q . ; echo evil > .git/hooks/evil"),
  probe("create a hook", () => "echo evil > .git/hooks/evil; chmod +x .git/hooks/evil"),
  probe("change a hook", () => "echo evil >> .git/hooks/pre-commit"),
  probe("move a repository aside", () => "mv .git .git2; mkdir -p .git/hooks; echo evil > .git/hooks/evil"),
  probe(
    "move the hooks aside",
    () => "mv .git/hooks .git/hooks2; mkdir .git/hooks; echo evil > .git/hooks/evil",
  ),
  probe("remove the hooks", () => "rm -rf .git/hooks"),
  probe("edit .git/config", () => "echo '[core] fsmonitor = evil' >> .git/config"),
  probe("git config", () => "git config core.fsmonitor evil"),
  probe("replace .git/config", () => "echo evil > c; mv -f c .git/config"),
  probe("redirect git to another folder", () => "mkdir -p other/hooks; echo ../other > .git/commondir"),
  probe("a second configuration of git", () => "echo '[core] fsmonitor = evil' > .git/config.worktree"),
  probe(
    "create .claude/settings.json",
    () => "mkdir -p ../bare/.claude; echo '{}' > ../bare/.claude/settings.json",
  ),
  probe("change .claude/settings.json", () => "echo evil > .claude/settings.json"),
  probe("move .claude aside", () => "mv .claude x; mkdir .claude; echo evil > .claude/settings.json"),
  probe("create .skillmint/config.jsonc", () => "mkdir -p .skillmint; echo '{}' > .skillmint/config.jsonc"),
  probe(
    "link .skillmint to a folder",
    () => "mkdir mine; echo '{}' > mine/config.jsonc; ln -s mine .skillmint",
  ),
  probe("rename a folder to .agents", () => "mkdir -p mine/skills; mv mine .agents"),
  probe("rename a folder over .idea", () => "mkdir -p mine; echo x > mine/x; mv -T mine .idea"),
  probe(
    "exchange by rename",
    () =>
      `mkdir mine; echo evil > mine/settings.json; perl -e 'my ($a,$b)=("mine",".claude"); syscall(316,-100,$a,-100,$b,2)'`,
  ),
  probe(
    "tasks of an editor",
    () => "echo evil > .vscode/tasks.json; mkdir -p ../bare/.vscode; echo evil > ../bare/.vscode/tasks.json",
  ),
  probe(
    "through a folder of the same name in capitals",
    () =>
      "mkdir -p .GIT/hooks .Claude; echo x > .GIT/hooks/evil; echo x > .Claude/settings.json; cp -r .GIT/. .git/; cp -r .Claude/. .claude/",
  ),
  probe(
    "take away what keeps a name",
    () =>
      "cd ../bare; chmod -R 777 .mcp.json .claude .git; rm -rf .mcp.json .claude .git; echo '{}' > .mcp.json; mkdir -p .claude .git/hooks; echo evil > .claude/settings.json; echo evil > .git/hooks/evil",
  ),
  probe("settings of another agent", () => "mkdir -p .cursor; echo evil > .cursor/mcp.json"),
];

const secrets: Probe[] = [
  probe("read by path", () => "cat ~/.ssh/id_ed25519"),
  probe(
    "read every secret",
    () =>
      "cat ~/.aws/credentials ~/.gnupg/* ~/.config/gh/* ~/.npmrc ~/.netrc ~/.docker/config.json ~/.kube/config ~/.git-credentials",
  ),
  probe(
    "read a browser's profile",
    () => "find ~/.mozilla ~/.config/google-chrome ~/.local/share/keyrings -type f -exec cat {} +",
  ),
  probe("search the home folder", () => "grep -rh . ~ 2>/dev/null; tar cf - ~ | strings | head -200"),
  probe("SkillMint's own data", () => "cat ~/.skillmint/skillmint.db ~/.skillmint/config.jsonc"),
  probe("read through a new link", () => "ln -s ~/.ssh l; cat l/id_ed25519"),
  probe("read through /proc/self/root", (w) => `cat /proc/self/root${w.home}/.ssh/id_ed25519`),
  uncontrolled(
    "read through the first process",
    (w) => `cat /proc/1/root${w.home}/.ssh/id_ed25519 /proc/1/cwd/../home/.ssh/id_ed25519`,
  ),
  probe("read through a process outside", (w) => `cat /proc/${w.victim.pid}/root${w.home}/.ssh/id_ed25519`),
  probe("read by hard link", () => "ln ~/.ssh/id_ed25519 h; ln ~/.npmrc n; cat h n"),
  probe("read by ..", () => "cat ../home/.ssh/id_ed25519"),
  probe("move and read", () => "mv ~/.ssh ./s; cat s/id_ed25519"),
];

const network: Probe[] = [
  probe("TCP to the host's loopback", (w) => connectTo(`${w.port},"127.0.0.1"`)),
  probe("TCP by bash", (w) => `cat < /dev/tcp/127.0.0.1/${w.port}`),
  probe(
    "TCP by other names of the loopback",
    (w) => `for h in localhost 0.0.0.0 127.1.2.3; do timeout 1 bash -c "cat < /dev/tcp/$h/${w.port}"; done`,
  ),
  probe(
    "UDP",
    (w) =>
      `echo x > /dev/udp/127.0.0.1/${w.udpPort}; ${node(`const s=require("dgram").createSocket("udp4");s.send("x",${w.udpPort},"127.0.0.1",()=>setTimeout(()=>s.close(),200))`)}`,
  ),
  probe("socket in the file system", (w) => connectTo(`"${w.outside}/host.sock"`)),
  probe(
    "socket in the file system through a link",
    (w) => `ln -s ${w.outside}/host.sock here; ${connectTo('"./here"')}`,
  ),
  probe("socket without a name", (w) => connectTo(`"\\0${w.abstractName}"`)),
  uncontrolled("lookup of a name", (w) =>
    node(`require("dns").lookup("example.com",e=>console.log(e?"none":"${w.secret}"))`),
  ),
  uncontrolled("query to a name server", (w) =>
    node(
      `const r=new (require("dns").Resolver)({timeout:500,tries:1});r.setServers(["127.0.0.1:${w.udpPort}"]);r.resolve4("example.com",e=>console.log(e.code))`,
    ),
  ),
  uncontrolled(
    "proxy of the environment",
    (w) =>
      `curl -sS -m 2 -x http://127.0.0.1:${w.port} http://example.com/; curl -sS -m 2 http://example.com/ && echo ${w.secret}`,
  ),
  uncontrolled("interfaces of the host", (w) =>
    node(
      `const n=Object.keys(require("os").networkInterfaces());console.log(n.every(x=>x==="lo")?"lo only":"${w.secret}")`,
    ),
  ),
  uncontrolled(
    "D-Bus",
    (w) =>
      `for s in /run/dbus/system_bus_socket /run/user/$(id -u)/bus; do [ -S $s ] && echo ${w.secret}; done; systemd-run --user true && echo ${w.secret}; dbus-send --system / x.y && echo ${w.secret}; true`,
  ),
  uncontrolled(
    "Docker",
    (w) =>
      `for s in /run/docker.sock /var/run/docker.sock /run/containerd/containerd.sock; do [ -S $s ] && echo ${w.secret}; done; docker ps && echo ${w.secret}; true`,
  ),
  uncontrolled(
    "systemd",
    (w) => `systemd-run touch ${w.outside}/made; [ -S /run/systemd/private ] && echo ${w.secret}; true`,
  ),
  uncontrolled(
    "virtual machine sockets",
    (w) =>
      `perl -e 'socket(S,40,1,0) and print "${w.secret}"; socket(S,38,5,0) and print "${w.secret}"; socket(S,17,3,0) and print "${w.secret}"'`,
  ),
];

const probes = [...writes, ...privileges, ...protectedPaths, ...secrets, ...network];
const controlled = probes.filter(({ control }) => control);
/** What it prints first and last shows that all of it ran. */
const framed = (command: string) => `echo probe-began; ( ${command} ) 2>&1; echo; echo probe-ended`;

describe.skipIf(skipLoudly(probes.length))(`escape probes (${probes.length})`, () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  it.each(probes)("$name", { timeout: 30_000 }, async ({ command }) => {
    const sandbox = await world.open();
    const { output, stopped } = await world.run(framed(command(world)), { sandbox });
    expect(stopped).toBeUndefined();
    expect(output.head).toMatch(/^probe-began\n(?:.*\n)*probe-ended\n$/);
    expect(world.damage(output.head)).toEqual([]);
  });

  it.each(controlled)("does harm without a sandbox: $name", { timeout: 30_000 }, async ({ command }) => {
    const { output } = await world.run(framed(command(world)));
    const damage = world.damage(output.head);
    for (const folder of ["/tmp", "/var/tmp", "/dev/shm"]) await rm(`${folder}/smcanary`, { force: true });
    expect(damage).not.toEqual([]);
  });

  it("a process left in the background does not survive the kill", async () => {
    const sandbox = await world.open();
    const command =
      "( setsid nohup sh -c 'trap \"\" TERM HUP; while :; do echo x >> beat; sleep 0.05; done' >/dev/null 2>&1 & ); sleep 60";
    const result = await world.run(command, { sandbox, timeoutMs: 700 });
    expect(result.stopped).toBe("timeout");
    const size = statSync(path.join(world.root, "beat")).size;
    expect(size).toBeGreaterThan(0);
    await world.run("sleep 0.3", { sandbox });
    expect(statSync(path.join(world.root, "beat")).size).toBe(size);
  });

  it("a folder that becomes a link while commands run leads nowhere", async () => {
    const sandbox = await world.open();
    const swap = `for i in $(seq 300); do rm -rf d; mkdir d; rm -rf d; ln -s ${world.outside} d; done 2>/dev/null`;
    const write = "for i in $(seq 600); do echo evil > d/made; echo evil > d/canary; done 2>/dev/null";
    const { output } = await world.run(`echo probe-began; (${swap}) & ${write}; wait; echo probe-ended`, {
      sandbox,
    });
    expect(output.head).toBe("probe-began\nprobe-ended\n");
    expect(world.damage("")).toEqual([]);
  });

  it("a workspace folder that another session turned into a link is not followed", async () => {
    const nested = path.join(world.root, "nested");
    await world.run("mkdir nested");
    const inner = await world.open({ workspace: { root: nested, added: [] } });
    const outer = await world.open();
    await world.run(`rmdir nested && ln -s ${world.outside} nested`, { sandbox: outer });
    await expect(world.run("echo evil > canary", { sandbox: inner })).rejects.toMatchObject({
      code: "failed",
    });
    expect(world.damage("")).toEqual([]);
  });

  it("a protected name that is a link is a link again afterwards", async () => {
    symlinkSync("src", path.join(world.bare, ".idea"));
    const sandbox = await world.open({ workspace: { root: world.bare, added: [] } });
    await world.run("rm .idea; mkdir .idea; echo evil > .idea/x; ls", { sandbox, folder: world.bare });
    expect((await world.run("readlink .idea", { folder: world.bare })).output.head).toBe("src\n");
  });
});
