import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createInstallation, type Installation, type Tenant } from '../../harness/installation.ts'
import { judged } from '../../harness/last-line.ts'
import { underConditions } from '../../harness/machine.ts'
import { pause } from '../../harness/numbers.ts'
import { processTree } from '../../harness/process-tree.ts'
import type { Trial } from '../../trial.ts'
import { killImporting } from './content-code/kill.ts'
import { openGround, roundTrip } from './content-code/round-trip.ts'

const mebibyte = 1_048_576
const maxResidentMb = 500
const maxKills = 3

/** Polls the resident memory of a process and its children. Returns the maximum. */
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
  const trip = await roundTrip(ground, items, say)
  const resident = await stop()
  await process.kill('SIGKILL')
  return { ...trip, residentMb: resident.maxMb, looks: resident.looks }
}

/** Repeats a kill that came after the import had ended. */
const killOnce = async (installation: Installation, tenant: Tenant, items: number) => {
  for (let kill = 1; kill <= maxKills; kill++) {
    const process = await installation.serve()
    const killed = await killImporting(await openGround(installation, tenant, process, `Killed ${kill}`), items)
    if (killed.isHit) return killed
  }
  return { isHit: false, left: 0 }
}

const leftFiles = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('facet-import-'))

const run = async (installation: Installation, items: number, say: (line: string) => void) => {
  const trip = await measure(installation, await installation.createTenant('code'), items, say)
  say(`${trip.residentMb} MB resident: ${trip.wrong.join('; ') || 'as expected'}`)
  const killed = await killOnce(installation, await installation.createTenant('killed'), Math.min(items, 1000))
  say(`${killed.left} items left after a kill`)
  return { ...trip, killed, left: leftFiles() }
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
  short: { seconds: 60, pace: 'works' },
  run: async ({ quick, say }) => {
    const installation = await createInstallation({ durable: false })
    try {
      const { value, conditions } = await underConditions(() => run(installation, quick ? 201 : 10_000, say))
      return {
        ...judged({
          'a round trip restores everything, repeating it changes nothing, and a conflict is reported': value.wrong.length === 0,
          'the service stays within its memory': value.looks > 0 && value.residentMb <= maxResidentMb,
          'a killed import left nothing': value.killed.isHit && value.killed.left === 0 && value.left.length === 0,
        }),
        figures: { ...value, ...conditions },
      }
    } finally {
      await installation.close()
    }
  },
}
