/** A program for the kernel, in its own small language: it is asked at every system call of what is inside. */

type Machine = {
  /** As the kernel calls it. */
  audited: number
  socket: number
  socketpair: number
  /** Keys of whoever runs the service, programs for the kernel, and what watches others: no model needs them. */
  forbidden: readonly number[]
}

// From the kernel's tables: keyctl, add_key, request_key, bpf, perf_event_open, userfaultfd.
const machines: Partial<Record<NodeJS.Architecture, Machine>> = {
  x64: { audited: 0xc000003e, socket: 41, socketpair: 53, forbidden: [250, 248, 249, 321, 298, 323] },
  arm64: { audited: 0xc00000b7, socket: 198, socketpair: 199, forbidden: [219, 217, 218, 280, 241, 282] },
}

// io_uring_setup, _enter and _register are the same everywhere. It makes system calls that nobody is asked about.
const rings = [425, 426, 427]
/** On x64 a second table of the same calls, from here on. */
const secondTable = 0x40000000
/** Unix, IPv4, IPv6, and what tells a program about its own network. All others leave the sandbox, or are the kernel's to get wrong. */
const families = [1, 2, 10, 16]

const errors = { notPermitted: 1, noSuchCall: 38, noSuchFamily: 97 }
const allow = 0x7fff0000
const killProcess = 0x80000000
const refuse = (error: number): number => 0x00050000 | error

const [loadWord, jumpEqual, jumpAtLeast, answer] = [0x20, 0x15, 0x35, 0x06]
const [callAt, machineAt, firstArgumentAt] = [0, 4, 16]

type Step = readonly [code: number, ifTrue: number, ifFalse: number, value: number]

const load = (at: number): Step => [loadWord, 0, 0, at]
const reply = (value: number): Step => [answer, 0, 0, value]
/** Where it is this, that is the answer. */
const replyTo = (value: number, given: number): Step[] => [[jumpEqual, 0, 1, value], reply(given)]

const stepsFor = ({ audited, socket, socketpair, forbidden }: Machine, hasSecondTable: boolean): Step[] => [
  load(machineAt),
  [jumpEqual, 1, 0, audited],
  reply(killProcess),
  load(callAt),
  ...(hasSecondTable ? ([[jumpAtLeast, 0, 1, secondTable], reply(refuse(errors.noSuchCall))] as Step[]) : []),
  ...forbidden.flatMap((call) => replyTo(call, refuse(errors.notPermitted))),
  // As on a kernel that has none: programs then do without.
  ...rings.flatMap((call) => replyTo(call, refuse(errors.noSuchCall))),
  [jumpEqual, 2, 0, socket],
  [jumpEqual, 1, 0, socketpair],
  reply(allow),
  load(firstArgumentAt),
  ...families.flatMap((family) => replyTo(family, allow)),
  reply(refuse(errors.noSuchFamily)),
]

/** Null for a machine whose calls are not known here. */
export const systemCallFilter = (architecture: NodeJS.Architecture): Buffer | null => {
  const machine = machines[architecture]
  if (!machine) return null
  return Buffer.concat(
    stepsFor(machine, architecture === 'x64').map(([code, ifTrue, ifFalse, value]) => {
      const step = Buffer.alloc(8)
      step.writeUInt16LE(code, 0)
      step.writeUInt8(ifTrue, 2)
      step.writeUInt8(ifFalse, 3)
      step.writeUInt32LE(value, 4)
      return step
    }),
  )
}
