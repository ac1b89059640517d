/** The numbers of the system calls we judge, by processor. */
const tables = {
  x64: {
    arch: 0xc000003e,
    socket: 41,
    clone: 56,
    unshare: 272,
    ioctl: 16,
    absent: [435, 425, 426, 427],
    refused: [
      // mount, umount2, pivot_root, chroot, setns, and the newer calls that change mounts
      165, 166, 155, 161, 308, 428, 429, 430, 431, 432, 433, 442, 467,
      // ptrace, reading and writing another's memory, taking another's descriptor
      101, 310, 311, 438,
      // add_key, request_key, keyctl
      248, 249, 250,
      // bpf, perf_event_open, userfaultfd, open_by_handle_at, syslog
      321, 298, 323, 304, 103,
      // modules, another kernel, swap, reboot, clocks, accounting, quotas, ports
      175, 313, 176, 246, 320, 167, 168, 169, 164, 227, 163, 179, 172, 173,
    ],
  },
  arm64: {
    arch: 0xc00000b7,
    socket: 198,
    clone: 220,
    unshare: 97,
    ioctl: 29,
    absent: [435, 425, 426, 427],
    refused: [
      40, 39, 41, 51, 268, 428, 429, 430, 431, 432, 433, 442, 467, 117, 270, 271, 438, 217, 218, 219, 280,
      241, 282, 265, 116, 105, 273, 106, 104, 294, 224, 225, 142, 170, 112, 89, 60,
    ],
  },
} as const;

/** IPv4, IPv6, and the kernel's own word on interfaces and routes. Not among them: sockets in the file system. */
const families = [2, 10, 16];
/** Every flag by which `clone` and `unshare` make a namespace. */
const namespaces = 0x7e020000;
const timeNamespace = 0x80;
/** Typing into a terminal on somebody's behalf. */
const terminalRequests = [0x5412, 0x541c];
/** From here on x64 numbers are those of the x32 interface, which would be a way around all of this. */
const x32 = 0x40000000;

const [load, equal, atLeast, anyOf, give] = [0x20, 0x15, 0x35, 0x45, 0x06];
const allow = 0x7fff0000;
const errno = (code: number): number => 0x00050000 | code;
const [notPermitted, notThere] = [errno(1), errno(38)];
const numberAt = 0;
const archAt = 4;
const argumentAt = (index: number): number => 16 + 8 * index;

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, operand: number];

export type SeccompProcessor = keyof typeof tables;

export function isSeccompProcessor(name: string): name is SeccompProcessor {
  return Object.hasOwn(tables, name);
}

/** If the number is `call`, runs `body`, which must end in a return; `body` may overwrite what was loaded. */
function whenCall(call: number, body: readonly Instruction[]): Instruction[] {
  return [[equal, 0, body.length, call], ...body];
}

/**
 * The program by which the kernel judges every system call of a sandboxed process, in its own form. The namespaces
 * are the boundary; this takes away what could be used to leave them or to talk past them.
 */
export function seccompFilter(processor: SeccompProcessor): Uint8Array {
  const table = tables[processor];
  const ret = (value: number): Instruction => [give, 0, 0, value];
  const loadArgument = (index: number): Instruction => [load, 0, 0, argumentAt(index)];
  const flagged = (flags: number): Instruction[] => [
    loadArgument(0),
    [anyOf, 0, 1, flags],
    ret(notPermitted),
    ret(allow),
  ];
  const program: Instruction[] = [
    [load, 0, 0, archAt],
    [equal, 1, 0, table.arch],
    ret(notThere),
    [load, 0, 0, numberAt],
    ...(processor === "x64" ? ([[atLeast, 0, 1, x32], ret(notThere)] as const) : []),
    ...table.absent.flatMap((call) => whenCall(call, [ret(notThere)])),
    ...table.refused.flatMap((call) => whenCall(call, [ret(notPermitted)])),
    ...whenCall(table.socket, [
      loadArgument(0),
      ...families.flatMap((family): Instruction[] => [[equal, 0, 1, family], ret(allow)]),
      ret(notPermitted),
    ]),
    ...whenCall(table.clone, flagged(namespaces)),
    ...whenCall(table.unshare, flagged(namespaces | timeNamespace)),
    ...whenCall(table.ioctl, [
      loadArgument(1),
      ...terminalRequests.flatMap((request): Instruction[] => [[equal, 0, 1, request], ret(notPermitted)]),
      ret(allow),
    ]),
    ret(allow),
  ];
  const bytes = new DataView(new ArrayBuffer(program.length * 8));
  program.forEach(([code, jumpTrue, jumpFalse, operand], index) => {
    bytes.setUint16(index * 8, code, true);
    bytes.setUint8(index * 8 + 2, jumpTrue);
    bytes.setUint8(index * 8 + 3, jumpFalse);
    bytes.setUint32(index * 8 + 4, operand, true);
  });
  return new Uint8Array(bytes.buffer);
}
