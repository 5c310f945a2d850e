import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { eachOf } from '../../../harness/each-of.ts'
import { preloadOf, type SourceChange } from '../../../harness/source-changes.ts'
import type { Phase } from './attacks.ts'
import type { Plant } from './plant.ts'
import { plants } from './plants.ts'
import type { Found } from './probing.ts'
import type { SuiteOptions } from './suite.ts'

export type Findings = {
  inside: Found[]
  /** With planted faults only. */
  planted?: { withoutWall: Found[]; walls: { name: string; isSeen: boolean }[] }
}

const phases: Phase[] = ['clone', 'deps', 'parse', 'catalog', 'convert']
const suitesAtOnce = 3

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** Each suite is a process of its own, which stands for the service: it has variables that nobody inside may see. */
const runSuite = async (options: SuiteOptions, changes: SourceChange[] = []): Promise<Found[]> => {
  const { settings, args } = changes.length === 0 ? { settings: {}, args: [] } : preloadOf(changes)
  const suite = spawn(process.execPath, [...args, join(import.meta.dirname, 'suite.ts'), JSON.stringify(options)], {
    env: { ...process.env, ...settings, FACET_ROOT_KEY: `canary-root-key-${randomBytes(8).toString('hex')}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, problem, [code]] = await Promise.all([text(suite.stdout), text(suite.stderr), once(suite, 'close') as Promise<[number]>])
  if (code !== 0) throw new Error(`A suite ended with ${code}: ${problem.slice(-2000)}`)
  return JSON.parse(said) as Found[]
}

const runPlant = async (
  { name, phase, attacks, changes }: Plant,
  quick: boolean,
): Promise<NonNullable<Findings['planted']>['walls'][number]> => {
  const found = await runSuite({ isWalled: true, isPlanted: true, quick, phases: [phase], names: attacks }, changes)
  const reached = found.filter(({ isReached }) => isReached)
  say(`planted ${name}: ${reached.length === 0 ? 'NOT SEEN' : `seen by ${reached.length} of ${found.length}`}`)
  return { name, isSeen: reached.length > 0 && found.length === attacks.length }
}

const main = async (quick: boolean, arePlanted: boolean): Promise<Findings> => {
  say('every attack inside the sandbox')
  // Not in parallel: the time that a process lives past its limit is measured.
  const inside = await runSuite({ isWalled: true, quick, phases })
  if (!arePlanted) return { inside }
  say('the same without a sandbox, and with one part of the sandbox disabled at a time')
  const [withoutWall, walls] = await Promise.all([
    runSuite({ isWalled: false, quick, phases }),
    eachOf(plants, suitesAtOnce - 1, (plant) => runPlant(plant, quick)),
  ])
  return { inside, planted: { withoutWall, walls } }
}

process.stdout.write(`${JSON.stringify(await main(process.argv[2] === 'quick', process.argv[3] === 'plants'))}\n`)
