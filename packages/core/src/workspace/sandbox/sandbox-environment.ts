/** Ways to programs outside, which lead nowhere from inside. */
const outside = [
  "DBUS_SESSION_BUS_ADDRESS",
  "DBUS_SYSTEM_BUS_ADDRESS",
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "XDG_RUNTIME_DIR",
  "SSH_AUTH_SOCK",
  "SSH_AGENT_PID",
  "GPG_AGENT_INFO",
  "DOCKER_HOST",
  "CONTAINER_HOST",
  "TMUX",
  "STY",
  "VSCODE_IPC_HOOK_CLI",
  "VSCODE_GIT_IPC_HANDLE",
  "GIT_ASKPASS",
  "SSH_ASKPASS",
  "PULSE_SERVER",
];

/** The environment of a sandboxed command: temporary files and caches where it may write them. */
export function sandboxEnvironment(
  env: Readonly<Record<string, string>>,
  temp: string,
): Record<string, string> {
  const inside: Record<string, string> = { ...env };
  for (const name of outside) delete inside[name];
  return {
    GOCACHE: `${temp}/go-build`,
    npm_config_cache: `${temp}/npm`,
    ...inside,
    TMPDIR: temp,
    TMP: temp,
    TEMP: temp,
    SKILLMINT_SANDBOX: "1",
  };
}
