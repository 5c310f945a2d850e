import type { Client } from '@facet/client'
import { answered, type Answered, type Lane, marks } from './lane.ts'
import { lookAtEmbedTenants, lookAtSession, lookAtTenant } from './looking.ts'
import { changesTenantWide, internalName, lateRefusals, type Mint, type Person, type Seen, type Side, type Step } from './steps.ts'

/** The same steps taken by the real service. */
export type Real = { take: (step: Step) => Promise<Seen>; repeats: () => number }

type Minted = { side: Side; sessionId: string }

// Any other name is sent as it is: it is there to be refused.
const names = new Set(['first', 'other', 'ann', 'bob', 'cyd'])
// Nothing has this id: what was asked for by name and is not there is asked for by it.
const nobody = 1

const codeOf = ({ code }: Answered<unknown>): Seen => ({ code })

export const createReal = (lane: Lane): Real => {
  const minted: Minted[] = []
  const sent: Mint[] = []
  const touched = lane.used
  const deletedIn = new Set<Side>()
  let repeats = 0
  const ask = <T>(call: () => Promise<T>): Promise<Answered<T>> => answered(call, () => void (repeats += 1))
  const marked = (side: Side, name: string): string => (names.has(name) ? `${name}${lane.places[side].mark}` : name)
  const apiOf = (side: Side): Client => lane.places[side].api

  const mint = async (one: Mint): Promise<Answered<{ sessionId: string }>> => {
    const { api, deploymentId, internalId } = lane.places[one.side]
    const { body } = one
    const named = {
      ...body,
      ...(body.embedTenantName == null ? {} : { embedTenantName: marked(one.side, body.embedTenantName) }),
      ...(body.externalId == null ? {} : { externalId: marked(one.side, body.externalId) }),
      ...(body.internalId === internalName ? { internalId } : {}),
    }
    return ask(() => api.generateSession({ body: { deploymentId: one.isDeploymentKnown ? deploymentId : nobody, ...named } }))
  }
  const mintAll = async (mints: Mint[]): Promise<(string | null)[]> => {
    sent.push(...mints)
    for (const { side } of mints) touched.add(side)
    const answers = await Promise.all(mints.map(mint))
    for (const [index, { value }] of answers.entries()) {
      const side = mints[index]?.side
      if (value && side !== undefined) minted.push({ side, sessionId: value.sessionId })
    }
    return answers.map(({ code }) => code)
  }
  const mintOne = async (one: Mint): Promise<Seen> => {
    const [code = null] = await mintAll([one])
    return code !== null && lateRefusals.has(code) ? { code, left: await lookAtEmbedTenants(apiOf(one.side), false) } : { code }
  }
  const exchange = async (session: Minted | undefined): Promise<Seen> => {
    if (!session) return { code: 'nothing to exchange' }
    const api = apiOf(session.side)
    const { code } = await ask(() => api.exchangeSession({ body: { sessionId: session.sessionId } }))
    return code === null ? { code, session: (await lookAt(session)).seen } : { code }
  }
  const lookAt = ({ side, sessionId }: Minted) => lookAtSession(apiOf(side), sessionId, lane.places[side].internalId, internalName)

  const groupIdOf = async (side: Side, name: string): Promise<number> =>
    (await apiOf(side).listGroups()).items.find((group) => group.name === name)?.id ?? nobody
  const attributeIdOf = async (side: Side, name: string): Promise<number> =>
    (await apiOf(side).getUserAttributes({ query: { name } })).items[0]?.id ?? nobody
  const embedGroup = async (step: { side: Side; embedTenant: string; namespace: string; name: string }) => {
    const embedTenantName = marked(step.side, step.embedTenant)
    const { value } = await ask(() => apiOf(step.side).listEmbedGroups({ params: { embedTenantName } }))
    const found = value?.items.find(({ name, namespace }) => name === step.name && namespace === step.namespace)
    return { embedTenantName, groupId: found?.id ?? nobody }
  }
  const userIdOf = async (side: Side, { embedTenant, externalId }: Person): Promise<number> => {
    const at = embedTenant === null ? {} : { embedTenantName: marked(side, embedTenant) }
    if (at.embedTenantName !== undefined) {
      const params = { embedTenantName: at.embedTenantName }
      const { value } = await ask(() => apiOf(side).listEmbedUsers({ params }))
      return value?.items.find((user) => user.externalId === marked(side, externalId))?.id ?? nobody
    }
    // Users outside embed tenants are in no list of users; their sessions know them.
    const { items } = await apiOf(side).listEmbedSessions({ query: { externalId: marked(side, externalId), first: 1 } })
    return items[0]?.userId ?? nobody
  }
  const members = ({ side, externalIds }: { side: Side; externalIds: string[] }) => ({
    members: externalIds.map((externalId) => ({ externalId: marked(side, externalId) })),
  })

  const change = async (step: Exclude<Step, { kind: 'mint' | 'mint at once' | 'mint again' | 'exchange' | 'look' }>): Promise<Seen> => {
    const api = apiOf(step.side)
    switch (step.kind) {
      case 'create group':
        return codeOf(await ask(() => api.createGroup({ body: { name: step.name, description: step.description } })))
      case 'delete group': {
        const groupId = await groupIdOf(step.side, step.name)
        return codeOf(await ask(() => api.deleteGroup({ params: { groupId } })))
      }
      case 'create attribute':
        return codeOf(await ask(() => api.createUserAttribute({ body: { name: step.name, type: step.type, ...step.texts } })))
      case 'update attribute': {
        const userAttributeId = await attributeIdOf(step.side, step.name)
        return codeOf(await ask(() => api.updateUserAttribute({ params: { userAttributeId }, body: step.texts })))
      }
      case 'delete attribute': {
        const userAttributeId = await attributeIdOf(step.side, step.name)
        return codeOf(await ask(() => api.deleteUserAttribute({ params: { userAttributeId } })))
      }
      case 'create embed group': {
        const { name, namespace, description } = step
        const params = { embedTenantName: marked(step.side, step.embedTenant) }
        return codeOf(await ask(() => api.createEmbedGroup({ params, body: { name, namespace, description } })))
      }
      case 'delete embed group': {
        const params = await embedGroup(step)
        return codeOf(await ask(() => api.deleteEmbedGroup({ params })))
      }
      case 'add members': {
        const params = await embedGroup(step)
        const { code, value } = await ask(() => api.addEmbedGroupMembers({ params, body: members(step) }))
        const ids = (users: readonly { username: string }[]): string[] => users.map(({ username }) => username).toSorted()
        return value ? { code, added: ids(value.addedMembers), unchanged: ids(value.unchangedMembers) } : { code }
      }
      case 'remove members': {
        const params = await embedGroup(step)
        return codeOf(await ask(() => api.removeEmbedGroupMembers({ params, body: members(step) })))
      }
      case 'delete embed attribute': {
        const embedTenantName = marked(step.side, step.embedTenant)
        const { value } = await ask(() => api.listEmbedUserAttributes({ params: { embedTenantName } }))
        const userAttributeId = value?.items.find(({ name }) => name === step.name)?.id ?? nobody
        return codeOf(await ask(() => api.deleteEmbedUserAttribute({ params: { embedTenantName, userAttributeId } })))
      }
      case 'delete embed tenant': {
        const embedTenantName = marked(step.side, step.embedTenant)
        const { items } = await api.listEmbedTenants({ query: { search: embedTenantName } })
        if (items.length > 0) deletedIn.add(step.side)
        return codeOf(await ask(() => api.deleteEmbedTenant({ params: { embedTenantName } })))
      }
      case 'set value': {
        const [userId, userAttributeId] = await Promise.all([userIdOf(step.side, step.person), attributeIdOf(step.side, step.attribute)])
        const body = { userId: String(userId), userAttributeId: String(userAttributeId), value: step.value }
        const { code, value } = await ask(() => api.upsertUserAttributeValue({ body }))
        return value ? { code, value: value.value ?? null } : { code }
      }
      case 'revoke user': {
        const { embedTenant, externalId } = step.person
        const body = {
          externalId: marked(step.side, externalId),
          ...(embedTenant === null ? {} : { embedTenantName: marked(step.side, embedTenant) }),
        }
        return codeOf(await ask(() => api.revokeEmbedSessions({ body })))
      }
      case 'revoke embed tenant':
        return codeOf(await ask(() => api.revokeEmbedSessions({ body: { embedTenantName: marked(step.side, step.embedTenant) } })))
    }
  }

  const take = async (step: Step): Promise<Seen> => {
    if ('side' in step) touched.add(step.side)
    if ('side' in step && changesTenantWide(step)) lane.changed.add(step.side)
    switch (step.kind) {
      case 'mint':
        return mintOne(step)
      case 'mint at once':
        return { codes: await mintAll(step.mints) }
      case 'mint again': {
        const again = sent[step.pick % sent.length]
        return again ? mintOne(again) : { code: 'nothing to repeat' }
      }
      case 'exchange':
        return exchange(minted[step.pick % minted.length])
      case 'look':
        return {
          tenants: await Promise.all([...touched].toSorted((a, b) => a - b).map((side) => lookAtTenant(apiOf(side), deletedIn.has(side)))),
          sessions: await Promise.all(minted.map(async (session) => (await lookAt(session)).seen)),
        }
      default:
        return change(step)
    }
  }
  // The names of the sequence come back by its own: the model knows nothing of the mark.
  const unmarked = (seen: Seen): Seen => JSON.parse(JSON.stringify(seen).replaceAll(marks, '')) as Seen
  return { take: async (step) => unmarked(await take(step)), repeats: () => repeats }
}
