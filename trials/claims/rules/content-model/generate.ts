import fc from 'fast-check'
import {
  type CallerTemplate,
  callers,
  embedTenants,
  type Group,
  type Kind,
  type Level,
  type Person,
  type Place,
  userNames,
  type User,
} from './people.ts'
import type { Grant, Grantee } from './state.ts'
import type { Charts, Start, Step, StepOf, StepTemplate } from './steps.ts'

const names = ['alpha', 'Beta', 'alphabet', 'gamma']
const searches = ['al', 'ALPHA', 'ta', 'mm', 'lph', 'be', 'zzz', 'copy']
const kinds: Kind[] = ['folder', 'workbook', 'report']

const consoleGrantees: Grantee[] = [
  ...userNames,
  ...(['group red', 'group blue', 'group green', 'everyone', 'everyone', 'all embed users', 'embed acme', 'embed globex'] as const),
]
/** The grantees that belong to each workspace. */
const granteesOf: Record<Place, Grantee[]> = {
  console: consoleGrantees,
  acme: ['cara', 'cole', 'eve', 'group crew', 'everyone'],
  globex: ['dora', 'gus', 'everyone'],
}
const ownersOf: Record<Place, (Person | 'gone' | null)[]> = {
  console: ['ada', 'dev', 'ann', 'ann', 'bob', 'bob', 'vic', 'kit', 'gone', null],
  acme: ['cara', 'cole', 'gone'],
  globex: ['dora'],
}
const isPlatform = (grantee: Grantee): boolean => grantee === 'all embed users' || grantee.startsWith('embed ')

/** In the console also embed users, whom only the service itself grants items there. */
const startGrantees: Record<Place, Grantee[]> = { ...granteesOf, console: [...consoleGrantees, 'fay', 'gus', 'eve'] }

const startItem = fc.record({
  kind: fc.constantFrom<Kind>('folder', 'folder', 'workbook', 'workbook', 'report', 'report'),
  place: fc.constantFrom<Place>('console', 'console', 'console', 'console', 'acme', 'globex'),
  parent: fc.option(fc.nat(), { freq: 4 }),
  owner: fc.nat(),
  name: fc.constantFrom(...names),
  position: fc.nat(2),
  tag: fc.nat(5),
  grants: fc.array(fc.record({ grantee: fc.nat(), level: fc.constantFrom(1, 2, 3) }), { maxLength: 3, size: 'max' }),
  dashboard: fc.option(
    fc.record({
      allowEmbed: fc.boolean(),
      grantee: fc.option(fc.constantFrom<Grantee>('ann', 'rex', 'vic', 'group red', 'group green', 'everyone')),
    }),
    { freq: 2 },
  ),
  hasDraft: fc.boolean(),
})
type StartItem = typeof startItem extends fc.Arbitrary<infer Value> ? Value : never

const member = fc
  .tuple(fc.constantFrom<Group>('red', 'blue', 'green'), fc.constantFrom<User>(...userNames))
  .map(([group, user]): `${Group} ${User}` => `${group} ${user}`)

const startItems = (drafts: StartItem[]): Start['items'] => {
  const items: Start['items'] = []
  for (const [id, draft] of drafts.entries()) {
    const { kind, place } = draft
    const containers = items.flatMap((other, index) =>
      other.place === place && (other.kind === 'folder' || (other.kind === 'workbook' && kind === 'report')) ? [index] : [],
    )
    const owners = ownersOf[place]
    const grantees = startGrantees[place]
    const grants = draft.grants.map((grant): Grant => {
      const grantee = grantees[grant.grantee % grantees.length] ?? 'everyone'
      const isVisiting = place === 'console' && ['fay', 'gus', 'eve'].includes(grantee)
      return { grantee, level: isPlatform(grantee) || isVisiting ? 1 : grant.level }
    })
    const slug = kind === 'workbook' && draft.tag < 2 ? `s${draft.tag}` : null
    const publicId = kind === 'report' && draft.tag < 2 ? `p${draft.tag}` : null
    items.push({
      kind,
      place,
      parent: draft.parent === null || containers.length === 0 ? null : (containers[draft.parent % containers.length] ?? null),
      owner: owners[draft.owner % owners.length] ?? null,
      // Names of folders are unique within a parent.
      name: kind === 'folder' ? `${draft.name} ${id}` : draft.name,
      position: draft.position,
      slug: items.some((other) => other.slug === slug && other.place === place) ? null : slug,
      publicId: items.some((other) => other.publicId === publicId) ? null : publicId,
      grants: grants.filter(({ grantee }, index) => grants.findIndex((other) => other.grantee === grantee) === index),
      draft: null,
      dashboard: null,
    })
  }
  for (const [id, item] of items.entries()) {
    const { dashboard, hasDraft } = drafts[id] as StartItem
    if (item.kind !== 'workbook') continue
    const reports = items.flatMap(({ parent, name }, index) => (parent === id ? [{ id: index, name }] : []))
    if (hasDraft) item.draft = reports.map((report) => report.id)
    const grantees = dashboard?.grantee && item.place === 'console' ? [dashboard.grantee] : []
    if (dashboard) item.dashboard = { allowEmbed: dashboard.allowEmbed, version: 1, reports, grantees }
  }
  return items
}

export const start: fc.Arbitrary<Start> = fc.record({
  items: fc.array(startItem, { minLength: 2, maxLength: 9, size: 'max' }).map(startItems),
  members: fc.uniqueArray(member, { maxLength: 4 }),
})

// Callers with many permissions reach more of the service.
const by = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<CallerTemplate>(...callers) },
  { weight: 2, arbitrary: fc.constantFrom<CallerTemplate>('ada', 'ann', 'bob') },
  { weight: 4, arbitrary: fc.constant<CallerTemplate>('owner') },
)
const pick = fc.nat(99)
const place = fc.option(pick, { freq: 3 })
const sent = fc.oneof(place, fc.constant(undefined))
const folderNames = names.flatMap((name) => [0, 1, 2].flatMap((id) => [`${name} ${id}`, `${name.toUpperCase()} ${id}`]))
const name = fc.constantFrom(...names)
const level = fc.constantFrom<Level>(0, 1, 2, 3)
const grantee = fc.constantFrom<Grantee>(...consoleGrantees, 'cole', 'eve', 'group crew')
const maybe = fc.option(fc.boolean(), { freq: 1 })

type Fields<Of extends Step['kind']> = Omit<StepOf<Of>, 'kind' | 'by'>

const step = <Of extends Step['kind']>(kind: Of, fields: { [Name in keyof Fields<Of>]: fc.Arbitrary<Fields<Of>[Name]> }) =>
  fc.record({ kind: fc.constant(kind), by, ...fields }) as unknown as fc.Arbitrary<Extract<StepTemplate, { kind: Of }>>

const change: fc.Arbitrary<StepTemplate> = fc.oneof(
  step('create folder', { name: fc.constantFrom(...folderNames), parent: place }),
  step('create workbook', { name, parent: place }),
  step('create report', { name, parent: place, isInWorkbook: fc.boolean() }),
  step('rename', { item: pick, name: fc.constantFrom(...names, ...folderNames) }),
  { weight: 3, arbitrary: step('move', { item: pick, to: place }) },
  step('move by update', { item: pick, to: place }),
  { weight: 3, arbitrary: step('delete', { item: pick }) },
  step('bulk delete', { items: fc.array(pick, { minLength: 1, maxLength: 3 }) }),
  step('bulk move', { items: fc.array(pick, { minLength: 1, maxLength: 3 }), to: place }),
  { weight: 5, arbitrary: step('grant', { item: pick, grantee, level }) },
  step('grant dashboard', { item: pick, grantee, isGranted: fc.boolean() }),
  {
    weight: 2,
    arbitrary: step('publish', { item: pick, charts: fc.constantFrom<Charts>('draft', 'own', 'own', 'foreign'), allowEmbed: maybe }),
  },
  step('embed access', { item: pick, target: fc.constantFrom(...embedTenants, 'all', null), isShared: fc.boolean(), allowEmbed: maybe }),
  step('allow embed', { item: pick, allowEmbed: fc.boolean() }),
  { weight: 2, arbitrary: step('duplicate', { item: pick, isShared: fc.boolean() }) },
  { weight: 2, arbitrary: step('upsert workbook', { slug: fc.constantFrom('s0', 's1'), name, parent: sent }) },
  { weight: 2, arbitrary: step('upsert report', { publicId: fc.constantFrom('p0', 'p1'), name, parent: sent }) },
  step('transfer', { from: fc.option(fc.constantFrom(...userNames), { freq: 4 }), to: fc.constantFrom(...userNames) }),
  fc.record({
    kind: fc.constant('join' as const),
    group: fc.constantFrom<Group>('red', 'blue', 'green'),
    user: fc.constantFrom(...userNames),
    isIn: fc.boolean(),
  }),
  fc.constant({ kind: 'delete green' as const }),
)

const first = fc.constantFrom(2, 3, 100)
const search = fc.option(fc.constantFrom(...searches), { freq: 1 })

const look: fc.Arbitrary<StepTemplate> = fc.oneof(
  { weight: 3, arbitrary: step('read', { item: pick }) },
  {
    weight: 4,
    arbitrary: step('feed', {
      isShared: fc.boolean(),
      folder: place,
      types: fc.oneof(fc.constant<Kind[]>([]), fc.subarray(kinds, { minLength: 1 })),
      search,
      isDescending: fc.boolean(),
      first,
    }),
  },
  step('folders', { parent: place, first }),
  step('workbooks', { folder: sent, first }),
  { weight: 2, arbitrary: step('reports', { folder: sent, isInWorkbook: fc.boolean(), search, isDescending: fc.boolean(), first }) },
  step('report folders', { first }),
  { weight: 3, arbitrary: step('dashboard', { item: pick }) },
  step('embed access of', { item: pick }),
  { weight: 2, arbitrary: step('explain', { item: pick, user: fc.constantFrom(...userNames) }) },
)

export type Sequence = { start: Start; steps: StepTemplate[] }

/** Ends every sequence with lists of all workbooks and reports of the console, so that every side effect is compared. */
const finalLooks: StepTemplate[] = [
  { kind: 'workbooks', by: 'ada', folder: undefined, first: 100 },
  { kind: 'reports', by: 'ada', folder: undefined, isInWorkbook: false, search: null, isDescending: false, first: 100 },
]

/** Changes, each followed by a read. */
export const sequence: fc.Arbitrary<Sequence> = fc.record({
  start,
  steps: fc.array(fc.tuple(change, look), { minLength: 1, maxLength: 4, size: 'max' }).map((parts) => [...parts.flat(), ...finalLooks]),
})
