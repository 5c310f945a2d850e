import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Catalog, createMinter, type MintItem } from '../../../../apps/server/src/domains/embed/engine/index.ts'
import { type Account, catalogOf, itemOf } from './account.ts'
import { bareFingerprint, type Pool } from './pools.ts'
import { attributePlaces, attributesPerCatalog, firstChangedGroup, groupPlaces, groupsPerCatalog, requestOf } from './request.ts'

/** The parameters that the service sends for one item, so that both sides run the same statement. */
const sentFor = async (item: MintItem): Promise<unknown[]> => {
  let sent: unknown[] = []
  const minter = createMinter({
    call: async <Row extends object>(_name: string, _text: string, values: unknown[]): Promise<Row[]> => {
      sent = values
      return [{ place: 0, outcome: 'stale' }] as unknown as Row[]
    },
    close: async () => undefined,
  })
  await minter.add(item)
  return sent
}

const idOf = (entries: ReadonlyMap<string, { id: number }>, place: number): number => [...entries.values()][place]?.id ?? 0

// Unique numbers, which are found again in the text of an item.
const sampleIds = { firstEmbedTenantId: 7_000_000_000, firstGroupId: 7_100_000_000, firstAttributeId: 7_200_000_000 }

type Places = [sample: string, variable: string][]

/** The pgbench variable for each text of the sample. */
const placesIn = (catalog: Catalog): Places => [
  ['@n@', 'n'],
  ['@r@', 'r'],
  [String(catalog.embedTenant?.id), 'e'],
  ...groupPlaces.map((place, index): [string, string] => [String(idOf(catalog.groups, place)), `g${index}`]),
  ...attributePlaces.map((place, index): [string, string] => [String(idOf(catalog.attributes, place)), `a${index}`]),
]

/** The text with variables in place of the samples. pgbench would take `:null` for a variable, hence the space after colons. */
const formatted = (text: string, places: Places): string => {
  const used = places.filter(([sample]) => text.includes(sample))
  const template = used.reduce((left, [sample], index) => left.replaceAll(sample, `%${index + 1}$s`), text).replaceAll('":', '": ')
  return used.length === 0 ? `'${template}'` : `format('${template}', ${used.map(([, variable]) => `:${variable}::text`).join(', ')})`
}

const scalar = (value: unknown, places: Places): string => {
  if (typeof value === 'string') return formatted(value, places)
  const variable = places.find(([sample]) => sample === String(value))?.[1]
  return variable === undefined ? String(value) : `:${variable}`
}

// The types of the parameters of facet_mint_sessions, in their order.
const types = [
  ...['bigint', 'bigint', 'bigint', 'bigint', 'text', 'bytea', 'bigint', 'bigint', 'bytea', 'bigint', 'bigint', 'boolean'].map(
    (type) => `${type}[]`,
  ),
  'jsonb',
  'text',
  'boolean',
]
const fingerprintAt = 5
const isWaitingAt = 14

const callOf = (parameters: string[]): string => {
  const typed = parameters.map((parameter, index) => `${parameter}::${types[index]}`)
  return `select * from facet_mint_sessions(${typed.join(', ')});`
}

const numberLines = (account: Account): string[] => [
  `\\set k :n % ${account.catalogs}`,
  `\\set e ${account.firstEmbedTenantId} + :k`,
  ...groupPlaces.map((place, index) => `\\set g${index} ${account.firstGroupId + place} + :k * ${groupsPerCatalog}`),
  ...attributePlaces.map((place, index) => `\\set a${index} ${account.firstAttributeId + place} + :k * ${attributesPerCatalog}`),
]

export type Kind = 'returning' | 'changed' | 'first'

/** Writes the script that mints one session per call for a random user of the pool. */
export const writeMintScript = async (folder: string, account: Account, kind: Kind, pool: Pool): Promise<string> => {
  const sample = catalogOf({ ...account, ...sampleIds }, 0)
  const places = placesIn(sample)
  const changed = kind === 'changed' ? { changed: { group: `group-${groupPlaces[2]}`, value: '@r@' } } : {}
  const item = itemOf(account, requestOf(account.deploymentId, { externalId: `${pool.prefix}@n@`, catalog: 0, ...changed }), sample)
  const values = await sentFor({ ...item, fingerprint: bareFingerprint })
  const parameters = values.map((value) =>
    Array.isArray(value) ? `array[${value.map((entry) => scalar(entry, places)).join(', ')}]` : scalar(value, places),
  )
  // A fingerprint that no stored user has.
  if (kind === 'changed')
    parameters[fingerprintAt] = `array[decode(${formatted(bareFingerprint.replace('000000000', '@r@'), places)}, 'base64')]`
  // pgbench cannot retry: two concurrent visits of one user wait for each other, as the second try of the service does.
  parameters[isWaitingAt] = 'true'
  const lines = [
    kind === 'first' ? '\\set n random(100000000000, 999999999999)' : `\\set n random(0, ${pool.users - 1})`,
    '\\set r random(100000000, 999999999)',
    ...numberLines(account),
    ...(kind === 'changed' ? [`\\set g2 ${account.firstGroupId + firstChangedGroup} + :k * ${groupsPerCatalog} + :r % 10`] : []),
    callOf(parameters),
  ]
  const file = join(folder, `mint-${pool.prefix}.sql`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}
