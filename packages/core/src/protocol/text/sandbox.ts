import { defineTexts } from "./define-texts.ts";

export const sandboxTexts = defineTexts({
  en: {
    "sandbox.on":
      "Commands run in the sandbox: they write only inside the workspace and a private temporary folder. {network}",
    "sandbox.network.off": "They have no network.",
    "sandbox.network.allowed": "They reach only: {hosts}",
    "sandbox.off": "Commands run without a sandbox: it is switched off.",
    "sandbox.unavailable": "Commands run without a sandbox, since there is none here: {reason}",
    "sandbox.refused":
      "The command was not run: a sandbox is required and there is none here. {reason} Run `skillmint doctor` for how to get one, or set the sandbox to auto or off.",
    "sandbox.failed": "The command was not run: the sandbox did not start.",
    "sandbox.hint":
      "This ran in the sandbox. It can write only inside the workspace and $TMPDIR, not to settings of git, editors and agents, and reaches no host that was not allowed.",
    "sandbox.install": "Install {name} with the package manager of this system.",
    "sandbox.advice.namespaces":
      "Allow user namespaces. On Ubuntu 24.04 and later: install an AppArmor profile for bwrap (sudo apt install apparmor-profiles, then sudo ln -s /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ and sudo systemctl reload apparmor). Elsewhere: sudo sysctl -w kernel.unprivileged_userns_clone=1",
    "sandbox.advice.container":
      "In a container: start it so that namespaces may be made (docker run --security-opt seccomp=unconfined --security-opt systempaths=unconfined …), or rely on the container itself and set the sandbox to off.",
    "sandbox.advice.platform": "On Windows, run SkillMint inside WSL 2 to have a sandbox.",
    "sandbox.reason.switched-off": "It is switched off.",
    "sandbox.reason.platform": "There is no sandbox for this system.",
    "sandbox.reason.processor": "There is no sandbox for this processor.",
    "sandbox.reason.bubblewrap-missing": "bubblewrap (bwrap) is not installed.",
    "sandbox.reason.namespaces-forbidden": "This system does not let bubblewrap make namespaces.",
    "sandbox.reason.bubblewrap-fails": "bubblewrap does not work here.",
    "sandbox.reason.socat-missing":
      "socat is not installed: commands cannot be given a list of allowed hosts.",
    "sandbox.reason.nsenter-missing":
      "nsenter is not installed: commands cannot be given a list of allowed hosts.",
    "sandbox.reason.network-fails":
      "The network for the list of allowed hosts could not be made: there is none.",
    "sandbox.reason.seatbelt-fails": "The sandbox of macOS does not work here.",
  },
  "zh-CN": {
    "sandbox.on": "命令在沙箱中运行：只能写入工作区和一个私有临时文件夹。{network}",
    "sandbox.network.off": "命令没有网络。",
    "sandbox.network.allowed": "命令只能访问：{hosts}",
    "sandbox.off": "命令不在沙箱中运行：沙箱已关闭。",
    "sandbox.unavailable": "命令不在沙箱中运行，因为此处没有沙箱：{reason}",
    "sandbox.refused":
      "命令未运行：要求使用沙箱，但此处没有沙箱。{reason}运行 `skillmint doctor` 查看如何获得沙箱，或将沙箱设为 auto 或 off。",
    "sandbox.failed": "命令未运行：沙箱未能启动。",
    "sandbox.hint":
      "该命令在沙箱中运行：只能写入工作区和 $TMPDIR，不能修改 git、编辑器和代理的设置，也不能访问未被允许的主机。",
    "sandbox.install": "请用本系统的软件包管理器安装 {name}。",
    "sandbox.advice.namespaces":
      "请允许用户命名空间。在 Ubuntu 24.04 及以后版本：为 bwrap 安装 AppArmor 配置（sudo apt install apparmor-profiles，然后 sudo ln -s /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/，再 sudo systemctl reload apparmor）。其他系统：sudo sysctl -w kernel.unprivileged_userns_clone=1",
    "sandbox.advice.container":
      "在容器中：启动容器时允许创建命名空间（docker run --security-opt seccomp=unconfined --security-opt systempaths=unconfined …），或依靠容器本身并将沙箱设为 off。",
    "sandbox.advice.platform": "在 Windows 上，请在 WSL 2 中运行 SkillMint 以使用沙箱。",
    "sandbox.reason.switched-off": "沙箱已关闭。",
    "sandbox.reason.platform": "本系统没有可用的沙箱。",
    "sandbox.reason.processor": "此处理器没有可用的沙箱。",
    "sandbox.reason.bubblewrap-missing": "未安装 bubblewrap（bwrap）。",
    "sandbox.reason.namespaces-forbidden": "本系统不允许 bubblewrap 创建命名空间。",
    "sandbox.reason.bubblewrap-fails": "bubblewrap 在此处无法工作。",
    "sandbox.reason.socat-missing": "未安装 socat：无法为命令设置允许访问的主机列表。",
    "sandbox.reason.nsenter-missing": "未安装 nsenter：无法为命令设置允许访问的主机列表。",
    "sandbox.reason.network-fails": "无法为允许访问的主机列表建立网络：命令没有网络。",
    "sandbox.reason.seatbelt-fails": "macOS 的沙箱在此处无法工作。",
  },
});
