import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Catalog, createMinter, type MintItem } from '../../../../apps/server/src/domains/embed/engine/index.ts'
import { type Account, catalogOf, itemOf } from './account.ts'
import { bareFingerprint, type Pool } from './pools.ts'
import { attributePlaces, attributesPerCatalog, firstChangedGroup, groupPlaces, groupsPerCatalog, requestOf } from './request.ts'

/** What the service sends for one item, parameter by parameter, so that both sides run the same statement. */
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

// Numbers that no other field of an item can hold, so that each is found again in its text.
const sampleIds = { firstEmbedTenantId: 7_000_000_000, firstGroupId: 7_100_000_000, firstAttributeId: 7_200_000_000 }

type Places = [sample: string, variable: string][]

/** Which text of the sample stands for which pgbench variable. */
const placesIn = (catalog: Catalog): Places => [
  ['@n@', 'n'],
  ['@r@', 'r'],
  [String(catalog.embedTenant?.id), 'e'],
  ...groupPlaces.map((place, index): [string, string] => [String(idOf(catalog.groups, place)), `g${index}`]),
  ...attributePlaces.map((place, index): [string, string] => [String(idOf(catalog.attributes, place)), `a${index}`]),
]

/** A text with the variables in their places. pgbench takes `:null` for a variable, hence the space after each colon. */
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
const documentsAt = 12
const detailsAt = 13
const isWaitingAt = 14

/** The call with these parameters. A list that stands for several items holds what each of them has there. */
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
  // One that no stored user has: the number makes it another for every visit.
  if (kind === 'changed')
    parameters[fingerprintAt] = `array[decode(${formatted(bareFingerprint.replace('000000000', '@r@'), places)}, 'base64')]`
  // pgbench has no second try: two visits of one user at once wait for each other instead, as the service's second try does.
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

/**
 * Mints several in one call, as the service does under load. Each is for a random user at a random embed tenant; groups and values
 * are those of the first, since nothing looks at them on this path and pgbench takes 256 variables at most.
 */
export const writeBatchScript = async (folder: string, account: Account, pool: Pool, size: number): Promise<string> => {
  const ofFirst = { firstGroupId: account.firstGroupId, firstAttributeId: account.firstAttributeId }
  const sample = catalogOf({ ...account, ...sampleIds, ...ofFirst }, 0)
  const item = itemOf(account, requestOf(account.deploymentId, { externalId: `${pool.prefix}@n@`, catalog: 0 }), sample)
  const values = await sentFor({ ...item, fingerprint: bareFingerprint })
  const numbers = Array.from({ length: size }, (_, place) => place)
  const placesOf = (place: number): Places => [
    ['@n@', `n${place}`],
    [String(sampleIds.firstEmbedTenantId), `e${place}`],
  ]
  const tenantId = String(account.tenant.tenantId)
  const parameters = values.map((value, index) => {
    // The locks: that of all catalogs, that of the tenant-wide one, and each item's.
    if (index === 0) return `array[${['0', tenantId, ...numbers.map(() => tenantId)].join(', ')}]`
    if (index === 1) return `array[${['0', '0', ...numbers.map((place) => `:e${place}`)].join(', ')}]`
    if (index === documentsAt || index === detailsAt) {
      const [only] = JSON.parse(String(value)) as [object]
      return `'${JSON.stringify(numbers.map((place) => ({ ...only, place }))).replaceAll('":', '": ')}'`
    }
    if (!Array.isArray(value)) return scalar(value, [])
    const isHash = index === 8
    return `array[${numbers.map((place) => (isHash ? `sha256('${place}')` : scalar(value[0], placesOf(place)))).join(', ')}]`
  })
  const lines = [
    ...numbers.map(
      (place) =>
        `\\set n${place} random(0, ${pool.users - 1})\n\\set e${place} ${account.firstEmbedTenantId} + :n${place} % ${account.catalogs}`,
    ),
    callOf(parameters),
  ]
  const file = join(folder, `mint-batch-${pool.prefix}.sql`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}
