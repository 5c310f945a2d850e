import { createEmbedding } from '../../harness/embedding.ts'
import type { FacetProcess } from '../../harness/installation.ts'
import type { CallName } from './calls.ts'
import { askAs, type Cast, type Person } from './people.ts'
import { readsThatReach } from './reads.ts'
import { addSets, type ContentSet } from './sets.ts'

type Reader = Pick<Person, 'host' | 'secret'>

/** What was read before something ended, by whoever had it, and what of it by anybody afterwards. */
export type Ending = { name: string; before: number; after: { by: string; reached: CallName[] }[] }

type Case = { set: ContentSet; cast: Cast; had: Reader; end: () => Promise<unknown>; thenBy?: () => Promise<Record<string, Reader>> }

const tryEnding = async (facet: FacetProcess, name: string, { set, cast, had, end, thenBy }: Case): Promise<Ending> => {
  const before = (await readsThatReach(facet, cast, had, set)).length
  await end()
  const readers = { 'who had it': had, ...(await thenBy?.()) }
  const after: Ending['after'] = []
  for (const [by, reader] of Object.entries(readers)) {
    const reached = await readsThatReach(facet, cast, reader, set)
    if (reached.length > 0) after.push({ by, reached })
  }
  return { name, before, after }
}

const unshared = { shared: 'nobody', allowEmbed: true } as const

/** What people, groups, embed tenants and deployments leave behind when they are deleted, tried with every read. */
export const tryEndings = async (facet: FacetProcess, cast: Cast, next: () => number): Promise<Ending[]> => {
  const { world, people } = cast
  const { installation, tenant } = world
  const api = installation.client(facet, tenant)
  const asOwner = (path: string, body: unknown) =>
    askAs(facet, people.owner, { method: 'PUT', path: `/api/v1/resource-policies/${path}`, body })
  const addSet = async (where: Cast, place: 'console' | 'creators'): Promise<ContentSet> => {
    const [set] = await addSets(where, next, [{ place, ...unshared }])
    if (!set) throw new Error('No set was made.')
    return set
  }

  const shared = await addSet(cast, 'console')
  const [leaver, joined] = [await cast.addPerson('Explorer'), await cast.addPerson('Explorer')]
  const groupId = await world.addSpareGroup()
  const share = { resourceType: 'Folder', resourceId: shared.folder, action: 'FolderManage' }
  await asOwner('user', { ...share, userId: leaver.id })
  await asOwner('group', { ...share, groupId })
  const join = () => api.addUserGroupMembers({ params: { groupId }, body: { userIds: [joined.id] } })
  await join()

  const membership = await tryEnding(facet, 'membership', {
    set: shared,
    cast,
    had: joined,
    end: () => api.removeUserGroupMembers({ params: { groupId }, body: { userIds: [joined.id] } }),
  })
  await join()
  const group = await tryEnding(facet, 'group', { set: shared, cast, had: joined, end: () => api.deleteGroup({ params: { groupId } }) })
  const user = await tryEnding(facet, 'user', {
    set: shared,
    cast,
    had: leaver,
    end: () => api.deleteUser({ params: { userId: leaver.id } }),
  })

  const maker = await cast.addPerson('Explorer')
  const theirs = { ...cast, people: { ...people, owner: { ...people.owner, ...maker } } }
  const owner = await tryEnding(facet, 'owner', {
    set: await addSet(theirs, 'console'),
    cast,
    had: maker,
    end: () => api.deleteUser({ params: { userId: maker.id } }),
    thenBy: async () => ({ stranger: people.stranger, foreigner: people.foreigner, newcomer: await cast.addPerson('Explorer') }),
  })

  const creator = await cast.addToken('delta-corp', 'dora', true)
  const [delta] = await installation.sql<{ id: string }>(`select id from embed_tenants where tenant_id = $1 and name = 'delta-corp'`, [
    tenant.tenantId,
  ])
  const inDelta: Cast = {
    ...cast,
    people: { ...people, creator: { ...people.creator, ...creator } },
    embedTenantIds: { ...cast.embedTenantIds, 'acme-corp': Number(delta?.id) },
  }
  const embedTenant = await tryEnding(facet, 'embed tenant', {
    set: await addSet(inDelta, 'creators'),
    cast: inDelta,
    had: creator,
    end: () => api.deleteEmbedTenant({ params: { embedTenantName: 'delta-corp' } }),
    // One of the same name is another, and so is a user of it.
    thenBy: async () => ({
      admin: { ...people.admin, secret: tenant.adminKey },
      namesake: await cast.addToken('delta-corp', 'dora', true),
    }),
  })

  const beside = await createEmbedding(installation, facet, tenant)
  beside.close()
  const there: Cast = { ...cast, deploymentId: beside.deploymentId }
  const deployment = await tryEnding(facet, 'deployment', {
    set: await addSet(there, 'console'),
    cast: there,
    had: people.owner,
    end: () => api.deleteDeployment({ params: { deploymentId: beside.deploymentId } }),
    thenBy: async () => ({ admin: people.admin, frame: people.frame, 'in another deployment': people.keeper }),
  })
  return [membership, group, user, owner, embedTenant, deployment]
}
