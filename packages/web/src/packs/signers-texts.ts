import { defineTexts } from "@skillmint/core/protocol";

export const signersTexts = defineTexts({
  en: {
    lead: "Keys that signed packs you installed. A key that is trusted lets you approve what its skills wish to do; it grants nothing by itself.",
    list: "Known signers",
    empty: "None yet. The first pack you install brings its signer here.",
    firstSeen: "first seen {date}",
    trusted: "{signer}: trusted",
    "trust.sure":
      "Trust {fingerprint}? Do it only if the holder of the key gave you this fingerprint by another way than the pack.",
    "trust.do": "Trust it",
    name: "Name for it",
    "name.hint": "What you call whoever holds the key.",
    remove: "Forget",
    "remove.named": "Forget {signer}",
    "remove.sure":
      "Forget {fingerprint}? What it signed stays installed; its next pack is that of an unknown signer.",
    cancel: "Cancel",
    add: "Trust a key before its first pack",
    "add.lead": "A line of a .pub file, as the author publishes it.",
    "add.key": "Public key",
    "add.do": "Trust this key",
    sealing: "What sealing protects",
    "sealing.can": "It protects",
    "sealing.can.disk":
      "The file on its way, and on a disk that is lost, copied or backed up: without the key it is noise.",
    "sealing.can.names":
      "Names, number and texts of the files inside: a reader without the key sees the manifest only.",
    "sealing.can.change": "Every byte against change: it is signed, sealed or not.",
    "sealing.cannot": "It does not protect",
    "sealing.cannot.provider":
      "From the provider of the model: what the model works by is sent there when the skill is used.",
    "sealing.cannot.model":
      "From the model’s own words: it may repeat instructions when it is asked cleverly.",
    "sealing.cannot.holder":
      "From whoever holds the key: they can unpack it, and so can whoever controls their machine.",
    "sealing.cannot.running":
      "Scripts while they run: they lie in memory then, where the same user can read them.",
    "sealing.cannot.weak": "Behind a passphrase that can be guessed: choose a long one, or seal to keys.",
  },
  "zh-CN": {
    lead: "为你所安装的技能包签名的密钥。信任某个密钥后，你才可以批准其技能的请求；信任本身不授予任何权限。",
    list: "已知的签名者",
    empty: "还没有。安装第一个技能包后，其签名者会出现在这里。",
    firstSeen: "首次出现于 {date}",
    trusted: "{signer}：受信任",
    "trust.sure": "信任 {fingerprint}？仅当密钥持有者通过技能包以外的途径告诉你此指纹时才这样做。",
    "trust.do": "信任",
    name: "为它取名",
    "name.hint": "你对密钥持有者的称呼。",
    remove: "忘记",
    "remove.named": "忘记 {signer}",
    "remove.sure": "忘记 {fingerprint}？它签名的内容仍保持安装；其下一个技能包将视为来自未知签名者。",
    cancel: "取消",
    add: "在首个技能包之前信任密钥",
    "add.lead": "作者公布的 .pub 文件中的一行。",
    "add.key": "公钥",
    "add.do": "信任此密钥",
    sealing: "封装能保护什么",
    "sealing.can": "它能保护",
    "sealing.can.disk": "传输途中的文件，以及丢失、被复制或备份的磁盘上的文件：没有密钥就只是噪声。",
    "sealing.can.names": "内部文件的名称、数量和文本：没有密钥的人只能看到清单。",
    "sealing.can.change": "每个字节不被改动：无论是否封装，都有签名。",
    "sealing.cannot": "它不能防范",
    "sealing.cannot.provider": "模型提供方：使用技能时，模型所依据的内容会发送到那里。",
    "sealing.cannot.model": "模型自己的话：在巧妙的提问下，它可能复述说明。",
    "sealing.cannot.holder": "持有密钥的人：他们可以解开它，控制其机器的人也可以。",
    "sealing.cannot.running": "运行中的脚本：此时它们位于内存中，同一用户可以读取。",
    "sealing.cannot.weak": "可被猜出的口令：请选择较长的口令，或为密钥封装。",
  },
});
