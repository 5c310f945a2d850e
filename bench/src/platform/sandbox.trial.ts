import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChild } from '../../../apps/server/src/adapters/children/index.ts'
import { openSandbox, type Sandbox } from '../../../apps/server/src/adapters/sandbox/index.ts'
import { findingOf } from '../harness/gate.ts'
import { comparePairs } from '../harness/pairs.ts'
import type { Trial, TrialOptions } from '../trial.ts'

const gateMs = 15
const stretchMs = 6
const mebibyte = 1_048_576

const call = {
  env: { PATH: '/usr/bin:/bin' },
  cwd: '/',
  limits: {
    memoryBytes: 256 * mebibyte,
    cpuSeconds: 10,
    maxProcesses: 16,
    maxOpenFiles: 64,
    maxFileBytes: mebibyte,
    tmpBytes: mebibyte,
  },
  timeoutMs: 30_000,
  maxOutputBytes: 10_000,
}

// The spaces of a sandbox and nothing else: what is asked of the kernel before any of our own walls is.
const bareArgs = ['--unshare-all', '--die-with-parent', '--ro-bind', '/', '/', '--proc', '/proc', '--tmpfs', '/tmp', '/bin/true']

/** The 99th of a hundred, one after another. */
const p99Of = async (spawns: number, spawn: () => Promise<{ code: number | null }>): Promise<number> => {
  const times: number[] = []
  for (let made = 0; made < spawns; made++) {
    const startedMs = performance.now()
    const { code } = await spawn()
    times.push(performance.now() - startedMs)
    if (code !== 0) throw new Error(`The measurement is broken: a program that does nothing ended with ${code}.`)
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(spawns * 0.99) - 1] ?? 0
}

const compare = async (sandbox: Sandbox, { quick, plants, say }: TrialOptions) => {
  const [pairs, spawns] = quick ? [5, 100] : [15, 300]
  const plain = () => runChild({ ...call, command: '/bin/true', args: [] })
  const inside = (command: string, args: string[]) => () => sandbox.run({ ...call, command, args, mounts: [], egress: [] })
  await p99Of(20, plain)
  await p99Of(20, inside('/bin/true', []))
  say(`ms at p99 of ${spawns} spawns of /bin/true, under limits alone → in the sandbox`)
  const sides = { baseline: () => p99Of(spawns, plain), subject: () => p99Of(spawns, inside('/bin/true', [])) }
  const compared = await comparePairs(pairs, sides, say)
  say('the same, in the spaces of bubblewrap alone')
  const bare = () => p99Of(spawns, () => runChild({ ...call, command: 'bwrap', args: bareArgs }))
  const { difference } = await comparePairs(pairs, { ...sides, subject: bare }, say)
  if (!plants) return { compared, bare: difference }
  say('the same with a sandbox that takes 30 ms longer')
  const slow = { ...sides, subject: () => p99Of(20, inside('/bin/sleep', ['0.03'])) }
  return { compared, bare: difference, planted: (await comparePairs(1, slow, say)).difference }
}

export const trial: Trial = {
  family: 'bench',
  name: 'sandbox',
  runsOn: 'nightly',
  summary: 'start and end of a program in the sandbox, against the same program with limits only',
  claim: 'The sandbox adds a few milliseconds to the start of a program.',
  gate: 'p99 difference at most 15 ms (stretch 6), with every wall in place.',
  onFailure: 'More programs run on the way inside, or more mounts and namespaces are created than needed.',
  needs: ['namespaces'],
  short: { seconds: 25, pace: 'alone' },
  run: async (options) => {
    const folder = mkdtempSync(join(tmpdir(), 'fb-'))
    const sandbox = await openSandbox({ mode: 'required', runFolder: folder, cgroup: null })
    try {
      const { compared, bare, planted } = await compare(sandbox, options)
      return findingOf(options.quick, {
        isHeld: sandbox.walls.every(({ isUp }) => isUp) && (planted === undefined || planted > gateMs),
        isReached: compared.difference <= gateMs,
        figures: { ...compared, better: 'lower', gateMs, stretchMs, unit: 'ms', bare, planted },
      })
    } finally {
      await sandbox.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
