import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSandbox } from '../../../../apps/server/src/adapters/sandbox/index.ts'
import type { Phase } from './attacks.ts'
import { cloneAttacks } from './clone-attacks.ts'
import { dbtAttacks } from './dbt-attacks.ts'
import { type Ground, openGround } from './ground.ts'
import type { Stage } from './phases.ts'
import { type Found, loadPhase, loadsOf, probePhase } from './probing.ts'
import { unwalled } from './unwalled.ts'

/** What a process of this file is told: in which phases, with or without walls, and which attacks, by name; all of them without. */
export type SuiteOptions = { isWalled: boolean; isPlanted?: boolean; quick: boolean; phases: Phase[]; names?: string[] }

const withStage = async <Result>(
  ground: Ground,
  { isWalled, isPlanted = false }: SuiteOptions,
  work: (stage: Stage) => Promise<Result>,
): Promise<Result> => {
  const runFolder = mkdtempSync(join(tmpdir(), 'fe-'))
  // The service itself misses some of the walls, and would not start.
  const walls = isWalled ? await openSandbox({ mode: isPlanted ? 'degraded' : 'required', runFolder, cgroup: null }) : null
  const credentials = { GIT_TOKEN: ground.token, GIT_SSL_CAINFO: ground.caFile, CUBEJS_DB_PASS: ground.password }
  try {
    return await work({ ground, runFolder, sandbox: walls ?? unwalled(credentials) })
  } finally {
    await walls?.close()
    rmSync(runFolder, { recursive: true, force: true })
  }
}

const attackAll = async (stage: Stage, { isWalled, quick, phases, names }: SuiteOptions): Promise<Found[]> => {
  const isChosen = (name: string): boolean => names?.includes(name) ?? true
  const found: Found[] = []
  for (const phase of phases) {
    if (phase === 'clone') found.push(...(await cloneAttacks(stage, isWalled, isChosen)))
    else {
      found.push(...(await probePhase(phase, stage, isWalled, isChosen)))
      for (const load of loadsOf(phase, quick)) if (isChosen(load.name)) found.push(await loadPhase(phase, stage, load))
      found.push(...(await dbtAttacks(phase, stage, isWalled, isChosen)))
    }
  }
  return found
}

const main = async (): Promise<void> => {
  const options = JSON.parse(process.argv[2] ?? '{}') as SuiteOptions
  const ground = await openGround()
  try {
    const found = await withStage(ground, options, (stage) => attackAll(stage, options))
    process.stdout.write(`${JSON.stringify(found)}\n`)
  } finally {
    await ground.close()
  }
}

await main()
