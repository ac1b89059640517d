import { defineTexts } from "./define-texts.ts";

export const networkTexts = defineTexts({
  en: {
    "network.refused.not-a-url": "Not a web address: {target}",
    "network.refused.scheme": "Only http and https addresses are opened, not {target}",
    "network.refused.credentials": "An address with a user name or password in it is not opened: {target}",
    "network.refused.host": "Not a host name that can be trusted to be what it looks like: {target}",
    "network.refused.private":
      "{target} leads to this machine, a private network or a cloud's metadata, which is refused unless the user named the host.",
    "network.refused.own-port": "{target} leads to SkillMint itself, which is always refused.",
    "network.refused.dns": "No address was found for {target}",
    "network.refused.redirects": "Too many redirects, or one from https back to http: {target}",
    "network.allow": "The user can allow it with a rule: {rule}",
  },
  "zh-CN": {
    "network.refused.not-a-url": "不是网址：{target}",
    "network.refused.scheme": "只能打开 http 和 https 地址，不能打开 {target}",
    "network.refused.credentials": "不打开含有用户名或密码的地址：{target}",
    "network.refused.host": "主机名可能不是它看起来的那个，因此不予信任：{target}",
    "network.refused.private":
      "{target} 指向本机、私有网络或云端元数据服务；除非用户指定了该主机，否则拒绝访问。",
    "network.refused.own-port": "{target} 指向 SkillMint 自身，始终拒绝访问。",
    "network.refused.dns": "找不到 {target} 的地址",
    "network.refused.redirects": "重定向次数过多，或从 https 退回 http：{target}",
    "network.allow": "用户可以用规则允许访问：{rule}",
  },
});
