import type { Region } from '@facet/contract'
import { defineSettings, whole } from '#config'
import { buildProcessesFor } from './build-process-settings.ts'
import { engineProcessNames, readEngineProcesses } from './engine-process-settings.ts'
import { pinnedVersions } from './versions/pinned-versions.ts'

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

const domain = (text: string): string => {
  const name = text.toLowerCase().replace(/\.$/, '')
  if (!/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/.test(name))
    throw new Error(`"${text}" is not a domain name such as data.example.com.`)
  return name
}

const versionForm = /^\d+\.\d+\.\d+$/

const versions = (text: string): string[] =>
  text.split(',').map((part) => {
    const version = part.trim()
    if (!versionForm.test(version)) throw new Error(`"${part}" is not a version such as 1.7.43; several are separated by commas.`)
    return version
  })

/** A channel whose newest version no node can run would leave every new deployment without an engine. */
const runnable =
  (engineVersions: readonly string[]) =>
  (text: string): EngineChannels => {
    const named = channels(text)
    const missing = [named.latest, named.release].find((version) => !engineVersions.includes(version))
    if (missing === undefined) return named
    throw new Error(`names ${missing}, which is not among the versions that can run: ${engineVersions.join(', ')} (FACET_ENGINE_VERSIONS).`)
  }

export const settings = defineSettings(
  [
    'FACET_BUILD_PROCESSES',
    'FACET_DATA_DOMAIN',
    'FACET_ENGINE_CHANNELS',
    'FACET_ENGINE_LOG_DAYS',
    'FACET_ENGINE_VERSIONS',
    'FACET_REGIONS',
    ...engineProcessNames,
  ],
  (read) => {
    const engineVersions = read.parse('FACET_ENGINE_VERSIONS', [...pinnedVersions], versions)
    const engineProcesses = readEngineProcesses(read)
    return {
      /** How many data models compile at once for builds in a process of the role worker; as many for those who wait for a validation. */
      buildProcesses: read.parse('FACET_BUILD_PROCESSES', buildProcessesFor(engineProcesses.processBytes), whole(1, 64)),
      /** Every deployment is reached under its slug below it; null: under the tenant's host alone. */
      dataDomain: read.parse('FACET_DATA_DOMAIN', null, domain),
      /** The engine processes of a node: what they have together and each, when they are suspended, how long they may take to start. */
      engineProcesses,
      regions: read.parse('FACET_REGIONS', regions('local=This installation'), regions),
      /** The versions that can run here; no other is offered. */
      engineVersions,
      engineChannels: read.parse('FACET_ENGINE_CHANNELS', { latest: '1.7.43', release: '1.7.43' }, runnable(engineVersions)),
      /** How long what engines and builds said is kept, in days. */
      engineLogDays: read.parse('FACET_ENGINE_LOG_DAYS', 7, whole(1, 365)),
    }
  },
)

export type HostingSettings = ReturnType<(typeof settings)['read']>
