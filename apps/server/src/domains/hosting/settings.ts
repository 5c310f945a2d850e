import type { Region } from '@facet/contract'
import { defineSettings } from '#config'

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

export const settings = defineSettings(['FACET_DATA_DOMAIN', 'FACET_ENGINE_CHANNELS', 'FACET_REGIONS'], (read) => ({
  /** Every deployment is reached under its slug below it; null: under the tenant's host alone. */
  dataDomain: read.parse('FACET_DATA_DOMAIN', null, domain),
  regions: read.parse('FACET_REGIONS', regions('local=This installation'), regions),
  engineChannels: read.parse('FACET_ENGINE_CHANNELS', { latest: '1.7.43', release: '1.7.43' }, channels),
}))
