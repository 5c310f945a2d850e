import type { SourceChange } from '../../../harness/source-changes.ts'
import { change, type Plant } from './plant.ts'

const spaces = `...ground.spaces.map((space) => \`--unshare-\${space}\`),`
const withoutSpace = (name: string): SourceChange =>
  change(
    'adapters/sandbox/arguments.ts',
    spaces,
    `...ground.spaces.filter((space) => space !== '${name}').map((space) => \`--unshare-\${space}\`),`,
  )
const calls = 'adapters/sandbox/system-calls.ts'
// Inside, the kernel itself gives no more of them; that is the other of two walls.
const moreSpaces = change('adapters/sandbox/arguments.ts', "['--disable-userns']", '[]')
const run = 'adapters/children/run.ts'

/** Walls of the sandbox, weakened one at a time. */
export const wallPlants: Plant[] = [
  {
    name: 'the network of the host',
    phase: 'parse',
    attacks: ['a service on the loopback of the host', 'the internet'],
    changes: [withoutSpace('net')],
  },
  {
    name: 'the processes of the host',
    phase: 'parse',
    attacks: ['a signal to the service', 'variables of the process of the service'],
    changes: [
      withoutSpace('pid'),
      change('adapters/sandbox/arguments.ts', "['--proc', '/proc', '--remount-ro', '/proc']", "['--ro-bind', '/proc', '/proc']"),
    ],
  },
  {
    name: 'the temporary files of the host',
    phase: 'convert',
    attacks: ['a file of the host', 'a file written on the host', 'a file written on the host, by a link'],
    changes: [change('adapters/sandbox/arguments.ts', "'--size', String(limits.tmpBytes), '--tmpfs', '/tmp'", "'--bind', '/tmp', '/tmp'")],
  },
  {
    name: 'the variables of the service',
    phase: 'parse',
    attacks: ['variables of the service, inherited'],
    changes: [
      change('adapters/sandbox/arguments.ts', "'--die-with-parent', '--clearenv'", "'--die-with-parent'"),
      change('adapters/sandbox/launch.ts', 'env: { PATH: outsidePath },', 'env: process.env,'),
      change('adapters/sandbox/waiting-shells.ts', 'env: { PATH: outsidePath },', 'env: process.env,'),
    ],
  },
  {
    name: 'spaces by clone',
    phase: 'parse',
    attacks: ['a space of its own, by clone'],
    changes: [change(calls, '...stepsOf(machine.clone, withoutSpaces),', ''), moreSpaces],
  },
  {
    name: 'spaces by clone3',
    phase: 'parse',
    attacks: ['a space of its own, by clone3'],
    changes: [change(calls, 'const unknown = [435, 444', 'const unknown = [444'), moreSpaces],
  },
  {
    name: 'calls of the system that no model needs',
    phase: 'convert',
    attacks: ['keys of the kernel', 'a space of its own', 'a mount'],
    changes: [change(calls, '[...machine.forbidden, ...mounting, ', '['), moreSpaces],
  },
  {
    name: 'room by fallocate',
    phase: 'convert',
    attacks: ['room that is reserved, by fallocate'],
    changes: [change(calls, '...replyTo(machine.fallocate, refuse(errors.notSupported)),', '')],
  },
  {
    name: 'room by ioctl',
    phase: 'parse',
    attacks: ['room that is reserved, by ioctl'],
    changes: [change(calls, '...stepsOf(machine.ioctl, withoutReserving),', '')],
  },
  {
    name: 'files handed to sockets',
    phase: 'parse',
    attacks: ['an open file in the queue of a socket'],
    changes: [change(calls, '...(isDiskWatched ? machine.sending : [])', '')],
  },
  {
    name: 'processes that hide',
    phase: 'convert',
    attacks: ['a process that hides what it holds'],
    changes: [change(calls, '...(isDiskWatched ? stepsOf(machine.prctl, withoutHiding) : []),', '')],
  },
  {
    name: 'removed files are not counted',
    phase: 'convert',
    attacks: ['a disk filled with files that are removed while they are open'],
    changes: [change('adapters/sandbox/disk-watch.ts', 'if (inside) await countHeldFiles(look, inside.pid)', '')],
  },
  {
    name: 'mapped files are not counted',
    phase: 'parse',
    attacks: ['a disk filled with files that are removed while they are mapped'],
    changes: [change('adapters/sandbox/held-files.ts', 'countMapped(look, ofProcess, maps)', '')],
  },
  {
    name: 'the disk is not watched',
    phase: 'parse',
    attacks: ['a disk filled with files'],
    changes: [change('adapters/sandbox/disk-watch.ts', 'if (left < 0) over()', '')],
  },
  {
    name: 'as many processes as it likes',
    phase: 'parse',
    attacks: ['a fork bomb'],
    changes: [change('adapters/sandbox/launch.ts', 'limits.maxProcesses + 3 +', 'limits.maxProcesses + 1003 +')],
  },
  {
    name: 'as much output as it likes',
    phase: 'convert',
    attacks: ['10 GB of output'],
    changes: [change(run, 'if (length > maxBytes) over(', 'if (length > maxBytes * 1e6) over(')],
  },
  {
    name: 'as much time as it likes',
    phase: 'convert',
    attacks: ['a program that never ends'],
    changes: [
      change(run, `\`\${call.timeoutMs / 1000} s\`)), call.timeoutMs)`, `\`\${call.timeoutMs / 1000} s\`)), call.timeoutMs * 100)`),
    ],
  },
  {
    name: 'as much memory as it likes',
    phase: 'convert',
    attacks: ['more memory than a process may have'],
    changes: [change('adapters/children/limits.ts', `\`--data=\${limits.memoryBytes}\``, '`--data=unlimited`')],
  },
]
