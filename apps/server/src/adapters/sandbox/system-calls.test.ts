import { describe, expect, it } from 'vitest'
import { nodeScriptInside, sandboxOfFile, shellInside } from '#test'
import { systemCallFilter } from './system-calls.ts'

const sandbox = sandboxOfFile()

/** What the kernel would answer. */
const judge = (program: Buffer, machine: number, call: number, argument: number, second = 0): number => {
  let held = 0
  for (let at = 0; ; at++) {
    const [code, ifTrue, ifFalse, value] = [
      program.readUInt16LE(at * 8),
      program.readUInt8(at * 8 + 2),
      program.readUInt8(at * 8 + 3),
      program.readUInt32LE(at * 8 + 4),
    ]
    if (code === 0x06) return value
    if (code === 0x20)
      held =
        new Map([
          [0, call],
          [4, machine],
          [16, argument],
          [24, second],
        ]).get(value) ?? Number.NaN
    else if (code === 0x45) at += (held & value) === 0 ? ifFalse : ifTrue
    else at += (code === 0x15 ? held === value : held >= value) ? ifTrue : ifFalse
  }
}

const [allowed, forbidden, unknown, noFamily, unsupported, killed] = [
  0x7fff0000, 0x00050001, 0x00050026, 0x00050061, 0x0005005f, 0x80000000,
]

describe('the filter of system calls', () => {
  it.each([
    ['x64', 0xc000003e, { read: 0, socket: 41, socketpair: 53, keyctl: 250, bpf: 321 }],
    ['arm64', 0xc00000b7, { read: 63, socket: 198, socketpair: 199, keyctl: 219, bpf: 280 }],
  ] as const)('of %s refuses what no model needs', (architecture, machine, calls) => {
    const program = systemCallFilter(architecture) ?? Buffer.alloc(0)
    const ask = (call: number, argument = 0): number => judge(program, machine, call, argument)

    expect([ask(calls.read), ask(calls.keyctl), ask(calls.bpf), ask(425), ask(427)]).toEqual([
      allowed,
      forbidden,
      forbidden,
      unknown,
      unknown,
    ])
    for (const family of [1, 2, 10, 16]) expect(ask(calls.socket, family)).toBe(allowed)
    for (const family of [0, 3, 17, 31, 38, 40]) expect(ask(calls.socket, family)).toBe(noFamily)
    expect(ask(calls.socketpair, 40)).toBe(noFamily)
    expect(judge(program, 0x40000003, calls.read, 0)).toBe(killed)
  })

  it.each([
    ['x64', 0xc000003e, { clone: 56, unshare: 272, setns: 308, mount: 165, fallocate: 285, ioctl: 16, sendmsg: 46 }],
    ['arm64', 0xc00000b7, { clone: 220, unshare: 97, setns: 268, mount: 40, fallocate: 47, ioctl: 29, sendmsg: 211 }],
  ] as const)('of %s lets nobody make spaces or mounts, nor take room that is not written', (architecture, machine, calls) => {
    const program = systemCallFilter(architecture) ?? Buffer.alloc(0)
    const ask = (call: number, first = 0, second = 0): number => judge(program, machine, call, first, second)

    for (const call of [calls.unshare, calls.setns, calls.mount, 428, 429, 430, 432, 442]) expect(ask(call)).toBe(forbidden)
    for (const flag of [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000])
      expect(ask(calls.clone, flag | 17)).toBe(forbidden)
    // As threads and processes are made.
    for (const flags of [0x3d0f00, 0x1200011, 0x4111]) expect(ask(calls.clone, flags)).toBe(allowed)
    for (const call of [435, 444]) expect(ask(call)).toBe(unknown)
    for (const command of [0x40305828, 0x4030582a, 0x40305839]) expect(ask(calls.ioctl, 3, command)).toBe(unsupported)
    expect([ask(calls.fallocate), ask(calls.ioctl, 3, 0x5401), ask(calls.sendmsg)]).toEqual([unsupported, allowed, allowed])
    expect(judge(systemCallFilter(architecture, true) ?? Buffer.alloc(0), machine, calls.sendmsg, 3)).toBe(forbidden)
  })

  it('knows the second table of x64, and no other machine', () => {
    expect(judge(systemCallFilter('x64') ?? Buffer.alloc(0), 0xc000003e, 0x40000000 + 41, 40)).toBe(unknown)
    expect(systemCallFilter('riscv64')).toBeNull()
  })

  it.runIf(process.arch === 'x64')('holds inside: no way past the network, no keys, no rings', async () => {
    const tries = `for (1, 2, 10, 16, 17, 31, 38, 40) { print "$_ ", socket(my $s, $_, $_ == 17 || $_ == 16 || $_ == 31 ? 3 : $_ == 38 ? 5 : 1, 0) ? "made" : 0 + $!, "\\n" }
      for (248, 249, 250, 321, 298, 323, 425, 426, 427, 272, 308, 165, 155, 430, 435, 444, 285) { print "$_ ", syscall($_, 0, 0, 0, 0, 0) == -1 ? 0 + $! : "done", "\\n" }`
    const script = `perl -e '${tries}'; grep ^Seccomp: /proc/self/status`
    const { stdout } = await sandbox().run(shellInside(script))

    expect(
      Object.fromEntries(
        stdout
          .toString()
          .trim()
          .split('\n')
          .map((line) => line.split(/\s/)),
      ),
    ).toEqual({
      ...{ 1: 'made', 2: 'made', 10: 'made', 16: 'made', 17: '97', 31: '97', 38: '97', 40: '97' },
      ...{ 248: '1', 249: '1', 250: '1', 298: '1', 321: '1', 323: '1', 425: '38', 426: '38', 427: '38' },
      ...{ 272: '1', 308: '1', 165: '1', 155: '1', 430: '1', 435: '38', 444: '38', 285: '95' },
      'Seccomp:': '2',
    })
  })

  it("is in nobody's way", async () => {
    const script = `require('node:fs').promises.readFile('/etc/hosts', 'utf8').then((text) => console.log(text.length > 0, require('node:os').networkInterfaces().lo !== undefined))`
    const { stdout } = await sandbox().run(nodeScriptInside(script, { env: { UV_USE_IO_URING: '1' } }))

    expect(stdout.toString()).toBe('true true\n')
  })
})
