import type { SessionView } from "../protocol/index.ts";
import type { Sandbox, SandboxChoice } from "../workspace/sandbox/sandbox.ts";
import type { SandboxSupport } from "../workspace/sandbox/sandbox-support.ts";

export interface SandboxesOptions {
  /** The person's home folder, below which secrets lie. */
  home: string;
  /** SkillMint's own folder. */
  own: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Folders that commands may read although what is around them is hidden. Asked before each command. */
  readable?: () => readonly string[];
}

/** The sandboxes of a runtime's sessions. They outlive a run, because background shells do. */
export interface Sandboxes {
  /** Made when the first command runs in it. */
  forSession(view: SessionView, choice: SandboxChoice, network: readonly string[]): Sandbox;
  support(): Promise<SandboxSupport>;
  closeAll(): Promise<void>;
}

/** A sandbox that costs nothing before it is needed. */
function createLazySandbox(make: () => Promise<Sandbox>): Sandbox {
  let made: Promise<Sandbox> | undefined;
  let open: Sandbox | undefined;
  return {
    get status() {
      return open?.status ?? "off";
    },
    async wrap(request) {
      open = await (made ??= make());
      return open.wrap(request);
    },
    close: async () => (await made)?.close(),
  };
}

export function createSandboxes({ home, own, env, readable }: SandboxesOptions): Sandboxes {
  const made = new Map<string, Sandbox>();
  let supported: Promise<SandboxSupport> | undefined;
  const support = (): Promise<SandboxSupport> =>
    (supported ??= import("../workspace/sandbox/sandbox-support.ts").then(({ createSandboxSupport }) =>
      createSandboxSupport({ searchPath: env["PATH"] }),
    ));
  return {
    support,
    forSession(view, choice, network) {
      const added = view.settings.addedFolders ?? [];
      const key = JSON.stringify([view.sessionId, choice, added, network]);
      const known = made.get(key);
      if (known) return known;
      const sandbox = createLazySandbox(async () => {
        const { createSandbox } = await import("../workspace/sandbox/create-sandbox.ts");
        return createSandbox({
          choice,
          workspace: { root: view.folder, added },
          home,
          own,
          network: { allow: network },
          protectedPaths: [],
          ...(readable ? { readable } : {}),
          support: await support(),
        });
      });
      made.set(key, sandbox);
      return sandbox;
    },
    async closeAll() {
      await Promise.all([...made.values()].map((sandbox) => sandbox.close()));
      made.clear();
    },
  };
}
