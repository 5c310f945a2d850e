import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSandbox } from '../../../../apps/server/src/adapters/sandbox/index.ts'
import { cloneAttacks } from './clone-attacks.ts'
import { dbtAttacks } from './dbt-attacks.ts'
import { openGround } from './ground.ts'
import type { Stage } from './phases.ts'
import { type Found, loadPhase, loadsOf, probePhase } from './probing.ts'

const phases = ['deps', 'parse', 'catalog', 'convert'] as const

const attackAll = async (stage: Stage, quick: boolean): Promise<Found[]> => {
  const found = await cloneAttacks(stage)
  for (const phase of phases) {
    found.push(...(await probePhase(phase, stage)))
    // Not in parallel: the time that a process lives past its limit is measured.
    for (const load of loadsOf(phase, quick)) found.push(await loadPhase(phase, stage, load))
    found.push(...(await dbtAttacks(phase, stage)))
  }
  return found
}

const attackFromHere = async (quick: boolean): Promise<Found[]> => {
  await using open = new AsyncDisposableStack()
  const ground = await openGround()
  open.defer(ground.close)
  const runFolder = mkdtempSync(join(tmpdir(), 'fe-'))
  open.defer(() => rmSync(runFolder, { recursive: true, force: true }))
  const sandbox = await openSandbox({ mode: 'required', runFolder, cgroup: null })
  open.defer(sandbox.close)
  return await attackAll({ ground, runFolder, sandbox }, quick)
}

/** Starts this program again with a variable that must not be readable inside: that process stands for the service. */
const startAsService = async (args: readonly string[]): Promise<void> => {
  const env = { ...process.env, FACET_ROOT_KEY: `canary-root-key-${randomBytes(8).toString('hex')}` }
  const [code] = (await once(spawn(process.execPath, args, { env, stdio: 'inherit' }), 'close')) as [number | null]
  process.exitCode = code ?? 1
}

const [program = '', length] = process.argv.slice(1)
if (process.env['FACET_ROOT_KEY'] === undefined) await startAsService([program, length ?? ''])
else process.stdout.write(`${JSON.stringify(await attackFromHere(length === 'quick'))}\n`)
