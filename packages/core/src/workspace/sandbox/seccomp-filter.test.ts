import { describe, expect, it } from "vitest";
import { isSeccompProcessor, seccompFilter, type SeccompProcessor } from "./seccomp-filter.ts";

/** Runs the program as the kernel would: what comes back for a call with these arguments. */
function judge(processor: SeccompProcessor, number: number, args: number[] = [], arch?: number): string {
  const program = seccompFilter(processor);
  const view = new DataView(program.buffer);
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, number, true);
  data.setUint32(4, arch ?? (processor === "x64" ? 0xc000003e : 0xc00000b7), true);
  args.forEach((value, index) => data.setUint32(16 + 8 * index, value, true));
  let held = 0;
  for (let at = 0; at * 8 < program.length; at++) {
    const [code, yes, no, operand] = [
      view.getUint16(at * 8, true),
      view.getUint8(at * 8 + 2),
      view.getUint8(at * 8 + 3),
      view.getUint32(at * 8 + 4, true),
    ];
    if (code === 0x20) held = data.getUint32(operand, true);
    else if (code === 0x06) return operand === 0x7fff0000 ? "allow" : `errno ${operand & 0xffff}`;
    else {
      const met = code === 0x15 ? held === operand : code === 0x35 ? held >= operand : (held & operand) !== 0;
      at += met ? yes : no;
    }
  }
  return "fell off the end";
}

describe("seccompFilter", () => {
  it.each([
    ["read", "x64", 0, [], "allow"],
    ["execve", "x64", 59, [], "allow"],
    ["socket of IPv4", "x64", 41, [2], "allow"],
    ["socket of IPv6", "x64", 41, [10], "allow"],
    ["socket in the file system", "x64", 41, [1], "errno 1"],
    ["socket of virtual machines", "x64", 41, [40], "errno 1"],
    ["pair of sockets", "x64", 53, [1], "allow"],
    ["clone of a thread", "x64", 56, [0x3d0f00], "allow"],
    ["clone into a user namespace", "x64", 56, [0x10000000], "errno 1"],
    ["clone3", "x64", 435, [], "errno 38"],
    ["unshare of files", "x64", 272, [0x400], "allow"],
    ["unshare of a user namespace", "x64", 272, [0x10000000], "errno 1"],
    ["setns", "x64", 308, [], "errno 1"],
    ["mount", "x64", 165, [], "errno 1"],
    ["ptrace", "x64", 101, [], "errno 1"],
    ["keyctl", "x64", 250, [], "errno 1"],
    ["io_uring_setup", "x64", 425, [], "errno 38"],
    ["size of the terminal", "x64", 16, [1, 0x5413], "allow"],
    ["typing into the terminal", "x64", 16, [1, 0x5412], "errno 1"],
    ["the x32 interface", "x64", 0x40000000 + 41, [1], "errno 38"],
    ["read", "arm64", 63, [], "allow"],
    ["socket in the file system", "arm64", 198, [1], "errno 1"],
    ["clone of a process", "arm64", 220, [17], "allow"],
    ["clone into a network namespace", "arm64", 220, [0x40000000], "errno 1"],
    ["mount", "arm64", 40, [], "errno 1"],
  ] as const)("%s on %s", (_, processor, number, args, expected) => {
    expect(judge(processor, number, [...args])).toBe(expected);
  });

  it("refuses the calls of another processor's interface", () => {
    expect(judge("x64", 3, [], 0x40000003)).toBe("errno 38");
  });

  it("knows for which processors it is", () => {
    expect(["x64", "arm64", "riscv64", "toString"].map(isSeccompProcessor)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
