/** One way to write an address that leads to this machine, to a private network or nowhere. */
export interface SsrfForm {
  /** The line of the threat list that it belongs to. */
  threat: string;
  url: string;
  /** What a resolver says about its host. */
  resolves?: readonly string[];
}

/** Other spellings of an IPv4 address: one to four numbers, each decimal, octal or hexadecimal. */
function spellIpv4([a, b, c, d]: readonly [number, number, number, number]): string[] {
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (value: number): string => `0x${value.toString(16)}`;
  const octal = (value: number): string => `0${value.toString(8)}`;
  return [
    `${a}.${b}.${c}.${d}`,
    `${a}.${b}.${c}.${d}.`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    String(whole),
    hex(whole),
    octal(whole),
    `${hex(a)}.${hex(b)}.${hex(c)}.${hex(d)}`,
    `${octal(a)}.${octal(b)}.${octal(c)}.${octal(d)}`,
    `${hex(a)}.${octal(b)}.${c * 256 + d}`,
    `${a}%2e${b}%2e${c}%2e${d}`,
    `${a}。${b}．${c}｡${d}`,
    [...`${a}.${b}.${c}.${d}`]
      .map((char) => (char === "." ? "." : String.fromCodePoint(0xff10 + Number(char))))
      .join(""),
  ];
}

function embedIpv4([a, b, c, d]: readonly [number, number, number, number]): string[] {
  const pair = (high: number, low: number): string => (high * 256 + low).toString(16);
  const [high, low] = [pair(a, b), pair(c, d)];
  const flipped = [pair(255 - a, 255 - b), pair(255 - c, 255 - d)];
  return [
    `[::ffff:${a}.${b}.${c}.${d}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[::${a}.${b}.${c}.${d}]`,
    `[::${high}:${low}]`,
    `[::ffff:0:${high}:${low}]`,
    `[64:ff9b::${high}:${low}]`,
    `[64:ff9b:1::${high}:${low}]`,
    `[2002:${high}:${low}::]`,
    `[2002:${high}:${low}::1]`,
    `[2001:0:1:2:3:4:${flipped[0]}:${flipped[1]}]`,
    `[2001:4860:1::5efe:${high}:${low}]`,
    `[2001:4860:1::200:5efe:${high}:${low}]`,
  ];
}

const words = (text: string): string[] => text.split(" ");

const loopback = [127, 0, 0, 1] as const;
const literals: Readonly<Record<string, readonly string[]>> = {
  S1: [
    ...spellIpv4(loopback),
    ...spellIpv4([127, 1, 2, 3]),
    ...words("0 0.0.0.0 0x0 00 0.0 127.1 127.0.1 0x7f.1 0177.1 ①②⑦.⓪.⓪.①"),
  ],
  S2: [
    ...embedIpv4(loopback),
    ...embedIpv4([169, 254, 169, 254]),
    ...words("[::1] [::] [0:0:0:0:0:0:0:1] [fe80::1] [fc00::1] [fd12:3456::1] [fec0::1] [ff02::1]"),
    ...words("[100::1] [2001:db8::1] [3fff::1] [4000::1] [::2]"),
  ],
  S3: [
    ...words("10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.254 192.168.0.1 192.168.255.1 100.64.0.1"),
    ...words("100.100.100.200 169.254.169.254 169.254.170.2 192.0.0.192 168.63.129.16 198.18.0.1"),
    ...words("224.0.0.1 240.0.0.1 255.255.255.255 [fd00:ec2::254] [fd20:ce::254]"),
    ...spellIpv4([169, 254, 169, 254]),
    ...words("localhost LOCALHOST localhost. a.localhost localhost.localdomain %6c%6fcalhost"),
    ...words("metadata.google.internal metadata.google.internal. METADATA.google.internal metadata"),
    ...words("instance-data metadata.tencentyun.com metadata.azure.internal host.docker.internal"),
  ],
};

const wholes: readonly (readonly [threat: string, url: string])[] = [
  ...["file:///etc/passwd", "ftp://127.0.0.1:PORT/", "data:text/html,x", "gopher://127.0.0.1:PORT/_x"].map(
    (url) => ["S6", url] as const,
  ),
  ...["blob:http://127.0.0.1:PORT/x", "javascript:fetch('/')", "ws://127.0.0.1:PORT/", "about:blank"].map(
    (url) => ["S6", url] as const,
  ),
  ...["view-source:http://127.0.0.1:PORT/", "dict://127.0.0.1:PORT/", "ldap://127.0.0.1:PORT/", "", "x"].map(
    (url) => ["S6", url] as const,
  ),
  ["S7", "http://user@127.0.0.1:PORT/"],
  ["S7", "http://public.example:80@127.0.0.1:PORT/"],
  ["S7", "http://user:secret@public.example/"],
  ["S7", "http:\\\\127.0.0.1:PORT\\"],
  ["S7", "http://127.0.0.1:PORT\\@public.example/"],
  ["S7", "http:127.0.0.1:PORT/"],
  ["S7", "http:/127.0.0.1:PORT/"],
  ["S7", "HTTP://127.0.0.1:PORT/"],
  ["S7", "  http://127.0.0.1:PORT/  "],
  ["S7", "http://127.0.0.1:PORT#@public.example/"],
  ["S7", "http://127.0.0.1:PORT?@public.example/"],
  ["S10", "http://127.0.0.1\u0000.public.example:PORT/"],
  ["S10", "http://127.0.0.1%00.public.example:PORT/"],
  ["S10", "http://loc\talhost:PORT/"],
  ["S10", "http://127.0.\n0.1:PORT/"],
  ["S10", "http://public.example\r\nHost: x/"],
  ["S10", "http://g\u043e\u043egle.com/"],
  ["S10", "http://xn--ggle-55da.com/"],
  ["S10", "http://\u0430\u0440\u0440\u04cf\u0435.com/"],
  ["S10", "http://\uff47oogle.com/"],
  ["S10", "http://exa\u00admple.com/"],
  ["S10", "http://a..b/"],
  ["S10", "http://localhost../"],
  ["S10", "http://*.public.example/"],
];

const names: readonly (readonly string[])[] = [
  ["127.0.0.1"],
  ["::1"],
  ["::ffff:127.0.0.1"],
  ["64:ff9b::7f00:1"],
  ["10.1.2.3"],
  ["169.254.169.254"],
  ["0.0.0.0"],
  ["fe80::1%eth0"],
  ["fd00::1"],
  ["100.64.1.1"],
  ["198.18.0.7"],
  ["93.184.216.34", "127.0.0.1"],
  ["127.0.0.1", "93.184.216.34"],
  ["2606:2800:220:1::1", "::1"],
  ["93.184.216.34", "10.0.0.1", "93.184.216.35"],
  ["not an address"],
  [],
];

/** The forms of the threat list S1 to S10, with a port where something counts whoever connects. */
export function listSsrfForms(port: number): SsrfForm[] {
  return [
    ...Object.entries(literals).flatMap(([threat, hosts]) =>
      hosts.map((host) => ({ threat, url: `http://${host}:${port}/` })),
    ),
    ...wholes.map(([threat, url]) => ({ threat, url: url.replace("PORT", String(port)) })),
    ...names.map((resolves) => ({ threat: "S5", url: `http://rebind.example:${port}/`, resolves })),
  ];
}
