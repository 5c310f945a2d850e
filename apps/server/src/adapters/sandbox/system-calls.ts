/** A program for the kernel, in its own small language: it is asked at every system call of what is inside. */

type Machine = {
  /** As the kernel calls it. */
  audited: number
  socket: number
  socketpair: number
  clone: number
  ioctl: number
  prctl: number
  /** Takes room on a disk that no file shows by its size. */
  fallocate: number
  /** What hands open files to others, who may have them without anybody seeing it. */
  sending: readonly number[]
  /** Keys of whoever runs the service, programs for the kernel, what watches others, spaces and mounts: no model needs them. */
  forbidden: readonly number[]
}

// From the kernel's tables: keyctl, add_key, request_key, bpf, perf_event_open, userfaultfd; then unshare, setns, mount, umount2, pivot_root.
const machines: Partial<Record<NodeJS.Architecture, Machine>> = {
  x64: {
    ...{ audited: 0xc000003e, socket: 41, socketpair: 53, clone: 56, ioctl: 16, prctl: 157, fallocate: 285, sending: [46, 307] },
    forbidden: [250, 248, 249, 321, 298, 323, 272, 308, 165, 166, 155],
  },
  arm64: {
    ...{ audited: 0xc00000b7, socket: 198, socketpair: 199, clone: 220, ioctl: 29, prctl: 167, fallocate: 47, sending: [211, 269] },
    forbidden: [219, 217, 218, 280, 241, 282, 97, 268, 40, 39, 41],
  },
}

// The same everywhere: open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr, open_tree_attr.
const mounting = [428, 429, 430, 431, 432, 433, 442, 467]
// clone3, whose flags cannot be looked at: programs fall back to clone. Rules of landlock keep files that nobody sees any more.
const unknown = [435, 444, 445, 446]
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const newSpaces = 0x7e020000
/** ALLOCSP, RESVSP and their forms of 64 bits, ZERO_RANGE, and hints by which a file system takes more than is written. */
const reserving = [0x4030580a, 0x40305824, 0x40305828, 0x4030582a, 0x40305839, 0x401c5820]

// io_uring_setup, _enter and _register are the same everywhere. It makes system calls that nobody is asked about.
const rings = [425, 426, 427]
/** On x64 a second table of the same calls, from here on. */
const secondTable = 0x40000000
/** Unix, IPv4, IPv6, and what tells a program about its own network. All others leave the sandbox, or are the kernel's to get wrong. */
const families = [1, 2, 10, 16]

const errors = { notPermitted: 1, noSuchCall: 38, notSupported: 95, noSuchFamily: 97 }
const allow = 0x7fff0000
const killProcess = 0x80000000
const refuse = (error: number): number => 0x00050000 | error

const [loadWord, jumpEqual, jumpAtLeast, jumpAnyBit, answer] = [0x20, 0x15, 0x35, 0x45, 0x06]
const [callAt, machineAt, firstArgumentAt, secondArgumentAt] = [0, 4, 16, 24]

type Step = readonly [code: number, ifTrue: number, ifFalse: number, value: number]

const load = (at: number): Step => [loadWord, 0, 0, at]
const reply = (value: number): Step => [answer, 0, 0, value]
/** Where it is this, that is the answer. */
const replyTo = (value: number, given: number): Step[] => [[jumpEqual, 0, 1, value], reply(given)]

/** Where it is this call, these steps, which end with an answer. */
const stepsOf = (call: number, steps: Step[]): Step[] => [[jumpEqual, 0, steps.length, call], ...steps]

const ofKnownFamily: Step[] = [
  load(firstArgumentAt),
  ...families.flatMap((family) => replyTo(family, allow)),
  reply(refuse(errors.noSuchFamily)),
]
const withoutSpaces: Step[] = [load(firstArgumentAt), [jumpAnyBit, 0, 1, newSpaces], reply(refuse(errors.notPermitted)), reply(allow)]
const withoutReserving: Step[] = [
  load(secondArgumentAt),
  ...reserving.flatMap((command) => replyTo(command, refuse(errors.notSupported))),
  reply(allow),
]

/** PR_SET_DUMPABLE, by which a process lets nobody look at it. Those who do so out of caution go on without. */
const withoutHiding: Step[] = [load(firstArgumentAt), ...replyTo(4, refuse(errors.notPermitted)), reply(allow)]

const stepsFor = (machine: Machine, hasSecondTable: boolean, isDiskWatched: boolean): Step[] => [
  load(machineAt),
  [jumpEqual, 1, 0, machine.audited],
  reply(killProcess),
  load(callAt),
  ...(hasSecondTable ? ([[jumpAtLeast, 0, 1, secondTable], reply(refuse(errors.noSuchCall))] as Step[]) : []),
  ...[...machine.forbidden, ...mounting, ...(isDiskWatched ? machine.sending : [])].flatMap((call) =>
    replyTo(call, refuse(errors.notPermitted)),
  ),
  // As on a kernel that has none: programs then do without.
  ...[...rings, ...unknown].flatMap((call) => replyTo(call, refuse(errors.noSuchCall))),
  // As on a file system that cannot: programs then write.
  ...replyTo(machine.fallocate, refuse(errors.notSupported)),
  ...stepsOf(machine.socket, ofKnownFamily),
  ...stepsOf(machine.socketpair, ofKnownFamily),
  ...stepsOf(machine.clone, withoutSpaces),
  ...stepsOf(machine.ioctl, withoutReserving),
  ...(isDiskWatched ? stepsOf(machine.prctl, withoutHiding) : []),
  reply(allow),
]

/** Null for a machine whose calls are not known here. `isDiskWatched`: it holds no file where a look at its processes does not find it. */
export const systemCallFilter = (architecture: NodeJS.Architecture, isDiskWatched = false): Buffer | null => {
  const machine = machines[architecture]
  if (!machine) return null
  return Buffer.concat(
    stepsFor(machine, architecture === 'x64', isDiskWatched).map(([code, ifTrue, ifFalse, value]) => {
      const step = Buffer.alloc(8)
      step.writeUInt16LE(code, 0)
      step.writeUInt8(ifTrue, 2)
      step.writeUInt8(ifFalse, 3)
      step.writeUInt32LE(value, 4)
      return step
    }),
  )
}
