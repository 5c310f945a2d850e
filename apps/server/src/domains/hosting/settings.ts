import { availableParallelism } from 'node:os'
import type { Region } from '@facet/contract'
import { defineSettings, whole } from '#config'

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

export const settings = defineSettings(['FACET_BUILD_PROCESSES', 'FACET_ENGINE_CHANNELS', 'FACET_REGIONS'], (read) => ({
  /** How many data models compile at once in a process of the role worker. */
  buildProcesses: read.parse('FACET_BUILD_PROCESSES', Math.max(1, Math.floor(availableParallelism() / 2)), whole(1, 64)),
  regions: read.parse('FACET_REGIONS', regions('local=This installation'), regions),
  engineChannels: read.parse('FACET_ENGINE_CHANNELS', { latest: '1.7.43', release: '1.7.43' }, channels),
}))

export type HostingSettings = ReturnType<(typeof settings)['read']>
