import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Catalog, createMinter, type MintItem } from '../../../../apps/server/src/embed/index.ts'
import { type Account, catalogOf, itemOf } from './account.ts'
import { bareFingerprint, type Pool } from './pools.ts'
import { attributePlaces, attributesPerCatalog, firstChangedGroup, groupPlaces, groupsPerCatalog, requestOf } from './request.ts'

type Sent = { text: string; values: [scopes: string, items: string, isWaiting: boolean] }

/** The statement of a mint exactly as the service sends it, so that both sides run the same one. */
const sentFor = async (item: MintItem): Promise<Sent> => {
  let sent: Sent | undefined
  const minter = createMinter({
    call: async <Row extends object>(_name: string, text: string, values: unknown[]): Promise<Row[]> => {
      sent = { text, values: values as Sent['values'] }
      return [{ place: 0, outcome: 'stale' }] as unknown as Row[]
    },
    close: async () => undefined,
  })
  await minter.add(item)
  if (!sent) throw new Error('The minter sent nothing.')
  return sent
}

const idOf = (entries: ReadonlyMap<string, { id: number }>, place: number): number => [...entries.values()][place]?.id ?? 0

// Numbers that no other field of an item can hold, so that each is found again in its text.
const sampleIds = { firstEmbedTenantId: 7_000_000_000, firstGroupId: 7_100_000_000, firstAttributeId: 7_200_000_000 }

/** Which text of the sample stands for which pgbench variable. */
const placesIn = (catalog: Catalog): [sample: string, variable: string][] => [
  ['@n@', 'n'],
  ['@r@', 'r'],
  [String(catalog.embedTenant?.id), 'e'],
  ...groupPlaces.map((place, index): [string, string] => [String(idOf(catalog.groups, place)), `g${index}`]),
  ...attributePlaces.map((place, index): [string, string] => [String(idOf(catalog.attributes, place)), `a${index}`]),
]

/** One JSON parameter with the variables in their places. pgbench takes `:null` for a variable, hence the space after each colon. */
const formatted = (json: string, places: [sample: string, variable: string][]): string => {
  const used = places.filter(([sample]) => json.includes(sample))
  const template = used.reduce((text, [sample], index) => text.replaceAll(sample, `%${index + 1}$s`), json).replaceAll('":', '": ')
  return `format('${template}', ${used.map(([, variable]) => `:${variable}::text`).join(', ')})`
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
  const changed = kind === 'changed' ? { changed: { group: `group-${groupPlaces[2]}`, value: '@r@' } } : {}
  const item = itemOf(account, requestOf(account.deploymentId, { externalId: `${pool.prefix}@n@`, catalog: 0, ...changed }), sample)
  const fingerprint = kind === 'changed' ? bareFingerprint.replace('000000000', '@r@') : bareFingerprint
  const { text, values } = await sentFor({ ...item, fingerprint })
  const [scopes, items] = [formatted(values[0], placesIn(sample)), formatted(values[1], placesIn(sample))]
  const lines = [
    kind === 'first' ? '\\set n random(100000000000, 999999999999)' : `\\set n random(0, ${pool.users - 1})`,
    '\\set r random(100000000, 999999999)',
    ...numberLines(account),
    ...(kind === 'changed' ? [`\\set g2 ${account.firstGroupId + firstChangedGroup} + :k * ${groupsPerCatalog} + :r % 10`] : []),
    `${text
      .replace('$1', () => scopes)
      .replace('$2', () => items)
      .replace('$3', String(values[2]))};`,
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
  const { text, values } = await sentFor({ ...item, fingerprint: bareFingerprint })
  const [wide, ofTenant] = JSON.parse(values[0]) as [object, object]
  const [row] = JSON.parse(values[1]) as [object]
  const numbers = Array.from({ length: size }, (_, place) => place)
  const placesOf = (place: number): [string, string][] => [
    ['@n@', `n${place}`],
    [String(sampleIds.firstEmbedTenantId), `e${place}`],
  ]
  const list = (parts: string[]): string => `('[' || ${parts.join(" || ',' || ")} || ']')`
  const scopes = [
    `'${JSON.stringify(wide).replaceAll('":', '": ')}'`,
    ...numbers.map((place) => formatted(JSON.stringify({ ...ofTenant, n: place + 2 }), placesOf(place))),
  ]
  const items = numbers.map((place) => formatted(JSON.stringify({ ...row, place, b: place + 2 }), placesOf(place)))
  const lines = [
    ...numbers.map(
      (place) =>
        `\\set n${place} random(0, ${pool.users - 1})\n\\set e${place} ${account.firstEmbedTenantId} + :n${place} % ${account.catalogs}`,
    ),
    `${text
      .replace('$1', () => list(scopes))
      .replace('$2', () => list(items))
      .replace('$3', String(values[2]))};`,
  ]
  const file = join(folder, `mint-batch-${pool.prefix}.sql`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}
