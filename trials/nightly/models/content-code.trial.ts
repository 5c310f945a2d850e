import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createInstallation, type Installation, type Tenant } from '../../harness/installation.ts'
import { judged } from '../../harness/last-line.ts'
import { underConditions } from '../../harness/machine.ts'
import { pause } from '../../harness/numbers.ts'
import { processTree } from '../../harness/process-tree.ts'
import { changedProgram } from '../../harness/source-changes.ts'
import type { Trial, TrialOptions } from '../../trial.ts'
import { killImporting } from './content-code/kill.ts'
import { type Plant, plants } from './content-code/plants.ts'
import { openGround, roundTrip } from './content-code/round-trip.ts'

const mebibyte = 1_048_576
const maxResidentMb = 500
const plantedItems = 21
const maxKills = 3

/** The most that a process and all that it started have in memory while something goes on. */
const watchResident = (pid: number) => {
  const seen = { maxMb: 0, looks: 0 }
  const stopping = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const bytes = processTree(pid).reduce((sum, { residentBytes }) => sum + residentBytes, 0)
      seen.maxMb = Math.max(seen.maxMb, Math.round(bytes / mebibyte))
      seen.looks += 1
      await pause(50)
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
    return seen
  }
}

const measure = async (installation: Installation, tenant: Tenant, items: number, say: (line: string) => void) => {
  const process = await installation.serve()
  const ground = await openGround(installation, tenant, process, 'Whole')
  const stop = watchResident(process.pid)
  const begun = Date.now()
  const trip = await roundTrip(ground, items, say)
  const resident = await stop()
  await process.kill('SIGKILL')
  return { ...trip, seconds: Math.round((Date.now() - begun) / 1000), residentMb: resident.maxMb, looks: resident.looks }
}

/** A kill that came when all was done proves nothing and is made again. */
const killOnce = async (installation: Installation, tenant: Tenant, items: number) => {
  for (let kill = 1; kill <= maxKills; kill++) {
    const process = await installation.serve()
    const killed = await killImporting(await openGround(installation, tenant, process, `Killed ${kill}`), items)
    if (killed.isHit) return killed
  }
  return { isHit: false, left: 0 }
}

const isSeen = async (installation: Installation, tenant: Tenant, { name, changes }: Plant): Promise<boolean> => {
  const { settings, program } = changedProgram(changes)
  const process = await installation.serve(settings, program)
  try {
    const ground = await openGround(installation, tenant, process, name)
    const { wrong } = await roundTrip(ground, plantedItems, () => undefined)
    return wrong.length > 0
  } catch {
    // Refused where it should not be: seen as well.
    return true
  } finally {
    await process.kill('SIGKILL')
  }
}

const leftFiles = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('facet-import-'))

const run = async (installation: Installation, items: number, { plants: arePlanted, say }: TrialOptions) => {
  const trip = await measure(installation, await installation.createTenant('code'), items, say)
  say(`${trip.residentMb} MB resident, ${trip.seconds} s: ${trip.wrong.length === 0 ? 'whole' : trip.wrong.join('; ')}`)
  const killed = await killOnce(installation, await installation.createTenant('killed'), Math.min(items, 1000))
  say(`killed in the middle: ${killed.left} items are there`)
  const unseen: string[] = []
  for (const [index, plant] of arePlanted ? plants.entries() : []) {
    // Public ids are a tenant's: each has one of its own.
    const isFound = await isSeen(installation, await installation.createTenant(`planted-${index}`), plant)
    say(`planted, ${plant.name}: ${isFound ? 'seen' : 'not seen'}`)
    if (!isFound) unseen.push(plant.name)
  }
  return { ...trip, killed, left: leftFiles(), planted: { of: arePlanted ? plants.length : 0, unseen } }
}

export const trial: Trial = {
  family: 'faults',
  name: 'content-code',
  runsOn: 'nightly',
  summary: 'export, deletion and import of content, and SIGKILL during an import',
  claim: 'An export that is imported again yields the same bytes. A killed import leaves nothing behind.',
  gate: 'Equal exports, idempotent import, manual edits reported as conflicts, at most 500 MB resident, no item or file left by the killed import.',
  onFailure: 'Export or comparison loses a field (`content/code`), or holds documents longer than one page.',
  needs: ['postgres'],
  plants: plants.map(({ changes }) => changes),
  short: { seconds: 60, pace: 'works' },
  run: async (options) => {
    const installation = await createInstallation({ durable: false })
    try {
      const { value, conditions } = await underConditions(() => run(installation, options.quick ? 201 : 10_000, options))
      return {
        ...judged({
          'a round trip restores everything, twice changes nothing and a conflict is said': value.wrong.length === 0,
          'the service stays within its memory': value.looks > 0 && value.residentMb <= maxResidentMb,
          'an import that was killed left nothing': value.killed.isHit && value.killed.left === 0 && value.left.length === 0,
          'every planted fault is seen': value.planted.unseen.length === 0,
        }),
        figures: { ...value, ...conditions },
      }
    } finally {
      await installation.close()
    }
  },
}
