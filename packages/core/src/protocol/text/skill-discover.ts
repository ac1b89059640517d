import { defineTexts } from "./define-texts.ts";

export const skillDiscoverTexts = defineTexts({
  en: {
    "discover.language": "en",
    "discover.problem.skill-link-outside":
      "Not loaded: SKILL.md is a link to a file outside the skills folder. Put a copy of the file there.",
    "discover.problem.skill-link-broken": "Not loaded: this link leads nowhere.",
    "discover.problem.skill-not-a-file": "Not loaded: this is not a regular file.",
    "discover.problem.skill-changed":
      "Not loaded: the file was replaced while it was read. It is tried again.",
    "discover.problem.folder-link-outside":
      "Not loaded: this link leaves the project. Skills of a project must lie inside it.",
    "discover.problem.folder-link-loop": "Skipped: this link leads back to a folder around it.",
    "discover.problem.folder-other-repository":
      "Skipped: another repository lies here. Its skills do not count as this project's.",
    "discover.problem.folder-missing": "There is no such folder of skills. Check the path.",
    "discover.problem.folder-too-deep":
      "Not looked through further: skills lie at most six folders below their root.",
    "discover.skill-too-large": "Not loaded: larger than {limit} bytes. Move parts of it to files beside it.",
    "discover.skill-unreadable": "Not loaded: the file cannot be read ({reason}).",
    "discover.folder-unreadable": "The folder cannot be read ({reason}).",
    "discover.folders-limit":
      "More than {limit} folders without a SKILL.md: the rest was not looked through.",
    "discover.skills-limit": "More than {limit} skills in one folder: the rest was left out.",
    "discover.folder-untrusted":
      "{count} skills of this folder are not used because the folder is not trusted. To trust it: skillmint trust",
    "discover.layer-failed": "The layer {layer} of skills failed: {reason}",
    "discover.more-problems": "{count} more problems in this folder.",
    "discover.file.not-found": "The skill has no such file: {path}",
    "discover.file.too-large": "The file {path} of the skill is larger than {limit} bytes.",
    "discover.file.digest-count": "The skill has more than {limit} files.",
    "discover.file.digest-size": "The files of the skill have more than {limit} bytes.",
    "discover.file.unreadable": "The file {path} of the skill cannot be read.",
  },
  "zh-CN": {
    "discover.language": "zh-CN",
    "discover.problem.skill-link-outside":
      "未加载：SKILL.md 是指向技能文件夹之外的链接。请把文件复制到该处。",
    "discover.problem.skill-link-broken": "未加载：该链接没有目标。",
    "discover.problem.skill-not-a-file": "未加载：这不是普通文件。",
    "discover.problem.skill-changed": "未加载：读取时文件被替换。下次会重试。",
    "discover.problem.folder-link-outside": "未加载：该链接指向项目之外。项目的技能必须位于项目内。",
    "discover.problem.folder-link-loop": "已跳过：该链接指回其上层文件夹。",
    "discover.problem.folder-other-repository": "已跳过：这里是另一个仓库，其技能不算作本项目的技能。",
    "discover.problem.folder-missing": "没有这个技能文件夹。请检查路径。",
    "discover.problem.folder-too-deep": "未继续查找：技能最多位于其根文件夹下六层。",
    "discover.skill-too-large": "未加载：超过 {limit} 字节。请把部分内容移到旁边的文件中。",
    "discover.skill-unreadable": "未加载：无法读取文件（{reason}）。",
    "discover.folder-unreadable": "无法读取文件夹（{reason}）。",
    "discover.folders-limit": "没有 SKILL.md 的文件夹超过 {limit} 个：其余未查找。",
    "discover.skills-limit": "一个文件夹中的技能超过 {limit} 个：其余已略去。",
    "discover.folder-untrusted": "该文件夹未受信任，其中的 {count} 个技能未被使用。要信任它：skillmint trust",
    "discover.layer-failed": "技能层 {layer} 失败：{reason}",
    "discover.more-problems": "该文件夹中还有 {count} 个问题。",
    "discover.file.not-found": "该技能没有此文件：{path}",
    "discover.file.too-large": "技能文件 {path} 超过 {limit} 字节。",
    "discover.file.digest-count": "该技能的文件超过 {limit} 个。",
    "discover.file.digest-size": "该技能的文件超过 {limit} 字节。",
    "discover.file.unreadable": "无法读取技能文件 {path}。",
  },
});
