import fc from 'fast-check'
import type { Model, ModelCaller, ModelGrant, ModelItem } from './access-model.ts'
import { allEmbedUsers, consoleOrganisation } from './identities.ts'
import { evenCaps, type ItemKind, type LevelCaps } from './levels.ts'

/** Who there is in the database that the cases are written to. */
export type People = {
  embedTenants: [number, number]
  users: [number, number, number]
  creators: [number, number]
  visitors: [number, number]
  groups: [number, number, number]
}

const names = [
  'Alpha',
  'alpine',
  'ALPS',
  'Beta',
  'beta 2',
  'a_b',
  'a%b',
  'a\\b',
  'Ärger',
  'ab',
  'Zeta alp',
  `${'x'.repeat(100)}b`,
  `${'x'.repeat(100)}a alp`,
]
export const searches = ['al', 'a', 'alp', 'bet', '_', '%', '\\', 'ärg', 'nothing', 'a_b', 'a%b', 'zeta a']

const kinds: readonly ItemKind[] = ['folder', 'folder', 'workbook', 'report', 'report']

/** Items in both the console's workspace and two of embed tenants; a parent is one of those before. */
const modelOf = (people: People): fc.Arbitrary<Model> =>
  fc
    .array(
      fc.record({
        kind: fc.constantFrom(...kinds),
        workspace: fc.constantFrom(0, 0, 0, 0, 0, ...people.embedTenants),
        parent: fc.option(fc.nat(), { nil: null, freq: 6 }),
        owner: fc.nat(5),
        name: fc.constantFrom(...names),
        position: fc.nat(2),
        created: fc.nat(3),
        updated: fc.nat(3),
        grants: fc.array(fc.record({ grantee: fc.nat(), level: fc.constantFrom(1, 2, 3) }), { maxLength: 5 }),
      }),
      { minLength: 1, maxLength: 24 },
    )
    .map((drafts) => {
      const items: ModelItem[] = []
      const grants: ModelGrant[] = []
      for (const [index, draft] of drafts.entries()) {
        const { kind, workspace } = draft
        // The last ones, so that trees grow deep.
        const containers = items
          .filter((item) => item.embedTenantId === workspace && (item.kind === 'folder' || (kind === 'report' && item.kind === 'workbook')))
          .slice(-3)
        const owners = workspace === 0 ? people.users : people.creators
        const id = index + 1
        items.push({
          id,
          kind,
          embedTenantId: workspace,
          parentId: draft.parent === null || containers.length === 0 ? null : (containers[draft.parent % containers.length]?.id ?? null),
          ownerId: owners[draft.owner] ?? null,
          // Folders of one parent have names of their own.
          name: kind === 'folder' ? `${draft.name} ${id}` : draft.name,
          position: draft.position,
          createdAt: draft.created,
          updatedAt: draft.updated,
        })
        const console = [...people.users, consoleOrganisation, allEmbedUsers, ...people.embedTenants, ...people.visitors]
        const grantees = [...people.groups, ...people.groups, ...(workspace === 0 ? console : [...people.creators, workspace])]
        for (const grant of draft.grants) {
          const granteeId = grantees[grant.grantee % grantees.length] ?? 0
          const isSystem = granteeId === allEmbedUsers || (workspace === 0 && people.embedTenants.includes(granteeId))
          if (!grants.some((other) => other.itemId === id && other.granteeId === granteeId))
            grants.push({ itemId: id, granteeId, level: isSystem ? 1 : grant.level })
        }
      }
      return { items, grants }
    })

const callerCaps: LevelCaps[] = [
  evenCaps(3),
  evenCaps(3),
  evenCaps(1),
  { folder: 3, workbook: 0, report: 1 },
  { folder: 0, workbook: 2, report: 3 },
]

/** A user of the console, an administrator, a service account, roles that hold less, creators, and users of a frame. */
const callerOf = ({ users, groups, embedTenants, creators, visitors }: People): fc.Arbitrary<ModelCaller> => {
  const memberships = fc.subarray(groups)
  const inConsole = { embedTenantId: 0, organisationId: consoleOrganisation }
  const user = fc
    .tuple(fc.constantFrom(...users), memberships, fc.constantFrom(...callerCaps))
    .map(([id, of, caps]) => ({ ...inConsole, ownerId: id, granteeIds: [id, ...of], caps, isAdministrator: false }))
  const administrator = fc
    .constantFrom(...users)
    .map((id) => ({ ...inConsole, ownerId: id, granteeIds: [id], caps: evenCaps(3), isAdministrator: true }))
  const creator = fc.tuple(fc.nat(1), memberships).map(([n, of]) => ({
    embedTenantId: embedTenants[n] ?? 0,
    organisationId: embedTenants[n] ?? 0,
    ownerId: creators[n] ?? 0,
    granteeIds: [creators[n] ?? 0, ...of],
    caps: evenCaps(3),
    isAdministrator: false,
  }))
  const viewer = fc.tuple(fc.constantFrom(...embedTenants), fc.subarray([...visitors, ...groups])).map(([embedTenantId, of]) => ({
    embedTenantId: 0,
    organisationId: null,
    ownerId: null,
    granteeIds: [allEmbedUsers, embedTenantId, ...of],
    caps: evenCaps(1),
    isAdministrator: false,
  }))
  return fc.oneof({ weight: 4, arbitrary: user }, administrator, { weight: 2, arbitrary: creator }, { weight: 2, arbitrary: viewer })
}

export const casesOf = (people: People): fc.Arbitrary<{ model: Model; callers: ModelCaller[] }> =>
  fc.record({ model: modelOf(people), callers: fc.array(callerOf(people), { minLength: 3, maxLength: 3 }) })
