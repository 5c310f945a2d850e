import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from '../../../harness/numbers.ts'
import { type Attack, attacksIn, outlived, type Phase, type Tried } from './attacks.ts'
import { type Plan, writeHostileProgram } from './hostile-program.ts'
import { givenRun, maxDiskBytes, type PhaseRun, runPhase, type Stage } from './phases.ts'

type ProgramPhase = Exclude<Phase, 'clone'>

export type Found = Tried & { phase: Phase; pastLimitMs?: number }

/** The result or error as the caller of the run sees it, without the cause of the error. */
export const outcomeOf = (running: Promise<unknown>): Promise<string> =>
  running.then(
    (result) => JSON.stringify(result ?? null),
    (error: unknown) => JSON.stringify([String(error), error]),
  )

export const filesHold = (folder: string, text: string): boolean =>
  existsSync(folder) &&
  readdirSync(folder, { recursive: true, withFileTypes: true }).some(
    (entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text),
  )

/** Attacks whose effect shows only after the phase. */
const seenAfter = new Set(['write', 'linkWrite', 'outlive', 'leave'])

const lookAfter = async (attack: Attack, { ground }: Stage, run: PhaseRun, outcome: string): Promise<boolean> => {
  if (attack.way === 'outlive') {
    await pause(1500)
    return existsSync(join(run.works, outlived))
  }
  if (attack.way === 'write' || attack.way === 'linkWrite') {
    // The sandbox may contain a folder of the same name.
    const path = String(attack.given['path'])
    const isThere = existsSync(path)
    rmSync(path, { force: true })
    return isThere
  }
  const result = join(run.folders.artifacts, String(attack.given['name']))
  const { text } = ground.canary
  const isTaken = lstatSync(result, { throwIfNoEntry: false })?.isFile() === true && readFileSync(result, 'utf8').includes(text)
  return isTaken || outcome.includes(text) || filesHold(run.states, text)
}

const triedIn = (run: PhaseRun): Tried[] | null => {
  const file = join(run.works, 'probe.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Tried[]) : null
}

/** Makes all attacks of a phase that do not end it, in one run. */
export const probePhase = async (phase: ProgramPhase, stage: Stage): Promise<Found[]> => {
  const attacks = attacksIn(phase, stage.ground)
  const run = await givenRun(stage.ground, phase)
  const outcome = await outcomeOf(runPhase(phase, stage, run, writeHostileProgram(stage.ground.folder, { attacks })))
  const tried = triedIn(run)
  if (!tried) throw new Error(`The probe of ${phase} left no report: ${outcome.slice(0, 1500)}`)
  const found: Found[] = []
  for (const [at, attack] of attacks.entries()) {
    const { isReached, why } = tried[at] ?? { isReached: false, why: 'it was not tried' }
    const isLate = seenAfter.has(attack.way)
    found.push({ phase, name: attack.name, why, isReached: isLate ? await lookAfter(attack, stage, run, outcome) : isReached })
  }
  return found
}

const mebibyte = 1_048_576
const timeLimitMs = 1000
const outputLimit: Record<ProgramPhase, number> = { deps: 64, parse: 64, catalog: 64, convert: 1 }

/** Attacks that exceed a limit of the phase. */
export const loadsOf = (phase: ProgramPhase, quick: boolean): (Plan & { name: string; load: string })[] => {
  const disk = phase === 'convert' || phase === 'parse' || !quick
  const fill = (name: string, load: string) => ({ name, load, attacks: [], limit: maxDiskBytes, until: 4 * maxDiskBytes })
  return [
    { name: 'a program that never ends', load: 'time', attacks: [], until: timeLimitMs + 3000 },
    {
      name: '10 GB of output',
      load: 'output',
      attacks: [],
      limit: outputLimit[phase] * mebibyte,
      until: (quick ? 512 : 10_240) * mebibyte,
    },
    { name: 'a fork bomb', load: 'processes', attacks: [], until: 300 },
    fill('a disk filled with files that are removed while they are open', 'removed'),
    ...(disk
      ? [fill('a disk filled with files', 'disk'), fill('a disk filled with files that are removed while they are mapped', 'mapped')]
      : []),
  ]
}

/** When the program reported that it exceeded the limit. A program killed while it reported leaves an empty file. */
const toldOver = (file: string): number => {
  if (!existsSync(file)) return Number.NaN
  const told = readFileSync(file, 'utf8')
  return told === '' ? statSync(file).mtimeMs : Number(told)
}

/** Makes an attack on a limit. Reached if it ran to its own end. Otherwise, returns how long it lived past the limit. */
export const loadPhase = async (phase: ProgramPhase, stage: Stage, load: ReturnType<typeof loadsOf>[number]): Promise<Found> => {
  const run = await givenRun(stage.ground, phase)
  const isTimed = load.load === 'time'
  const startedMs = Date.now()
  const outcome = await outcomeOf(
    runPhase(phase, stage, run, writeHostileProgram(stage.ground.folder, load), isTimed ? timeLimitMs : undefined),
  )
  const endedMs = Date.now()
  const isReached = triedIn(run)?.some(({ name, isReached: did }) => name === load.load && did) ?? false
  const overMs = isTimed ? startedMs + timeLimitMs : toldOver(join(run.works, 'over'))
  const pastLimitMs = Number.isNaN(overMs) || isReached ? {} : { pastLimitMs: Math.round(endedMs - overMs) }
  return { phase, name: load.name, isReached, why: outcome.slice(0, 200), ...pastLimitMs }
}
