import { availableParallelism, totalmem } from 'node:os'
import type { Region } from '@facet/contract'
import { defineSettings, type Reader, whole } from '#config'

const pairs = (text: string): [string, string][] =>
  text.split(',').map((part) => {
    const [name, value] = part.split('=', 2).map((piece) => piece.trim())
    if (!name || !value) throw new Error(`"${part}" is not name=value; several are separated by commas.`)
    return [name, value]
  })

const regions = (text: string): Region[] =>
  pairs(text).map(([name, title], index) => ({ id: index + 1, name, title, provider: 'self-hosted', isPublic: false }))

type EngineChannels = { latest: string; release: string }

const channels = (text: string): EngineChannels => {
  const { latest, release } = Object.fromEntries(pairs(text))
  if (!latest || !release) throw new Error('must name both channels: latest=1.7.43,release=1.7.43')
  return { latest, release }
}

const bytesPerMb = 1_048_576

/** What this machine has, or what its container may use of it. */
const machineMb = (): number => {
  const limit = process.constrainedMemory()
  return Math.floor((limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / bytesPerMb)
}

type EngineNames = 'FACET_ENGINE_IDLE_MINUTES' | 'FACET_ENGINE_MEMORY_MB' | 'FACET_ENGINE_PROCESS_MEMORY_MB' | 'FACET_ENGINE_START_SECONDS'

const readEngineProcesses = (read: Reader<EngineNames>) => {
  const processMb = read.parse('FACET_ENGINE_PROCESS_MEMORY_MB', 2048, whole(512, 1_048_576))
  const budgetMb = read.parse('FACET_ENGINE_MEMORY_MB', Math.max(processMb, Math.floor(machineMb() / 2)), whole(512, 104_857_600))
  if (budgetMb < processMb)
    read.problems.push(
      `FACET_ENGINE_MEMORY_MB: ${budgetMb} MB cannot hold one engine process of ${processMb} MB (FACET_ENGINE_PROCESS_MEMORY_MB). Raise it, or lower the other.`,
    )
  return {
    budgetBytes: budgetMb * bytesPerMb,
    processBytes: processMb * bytesPerMb,
    idleMs: read.parse('FACET_ENGINE_IDLE_MINUTES', 30, whole(1, 35_000)) * 60_000,
    startMs: read.parse('FACET_ENGINE_START_SECONDS', 60, whole(1, 3600)) * 1000,
  }
}

export const settings = defineSettings(
  [
    'FACET_BUILD_PROCESSES',
    'FACET_ENGINE_CHANNELS',
    'FACET_ENGINE_IDLE_MINUTES',
    'FACET_ENGINE_MEMORY_MB',
    'FACET_ENGINE_PROCESS_MEMORY_MB',
    'FACET_ENGINE_START_SECONDS',
    'FACET_REGIONS',
  ],
  (read) => ({
    /** The engine processes of a node: what they have together and each, when they are suspended, how long they may take to start. */
    engineProcesses: readEngineProcesses(read),
    /** How many data models compile at once in a process of the role worker. */
    buildProcesses: read.parse('FACET_BUILD_PROCESSES', Math.max(1, Math.floor(availableParallelism() / 2)), whole(1, 64)),
    regions: read.parse('FACET_REGIONS', regions('local=This installation'), regions),
    engineChannels: read.parse('FACET_ENGINE_CHANNELS', { latest: '1.7.43', release: '1.7.43' }, channels),
  }),
)

export type HostingSettings = ReturnType<(typeof settings)['read']>
