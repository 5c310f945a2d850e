import type { Client } from '@facet/client'
import type { Change } from './changes.ts'
import { type Lane, marks, type Outcome, requestWithRetries } from './lane.ts'
import { findEmbedTenants, findSession, findTenant } from './looking.ts'
import {
  type Answer,
  changesTenantWide,
  type EmbedGroup,
  internalName,
  lateRefusals,
  type Mint,
  type Person,
  type Side,
  type Step,
  type StepOf,
} from './steps.ts'

/** Takes the steps of a sequence against the service. */
export type Real = { take: (step: Step) => Promise<Answer>; repeats: () => number }

type Minted = { side: Side; sessionId: string }

// Other names are invalid on purpose and sent unchanged.
const names = new Set(['first', 'other', 'ann', 'bob', 'cyd'])
// An id that does not exist, for names that do not exist.
const missing = 1

export const createReal = (lane: Lane): Real => {
  const minted: Minted[] = []
  const sent: Mint[] = []
  const touched = lane.used
  const deletedIn = new Set<Side>()
  let repeats = 0
  const ask = <T>(call: () => Promise<T>): Promise<Outcome<T>> => requestWithRetries(call, () => void (repeats += 1))
  const doing = async (call: () => Promise<unknown>): Promise<Answer> => ({ code: (await ask(call)).code })
  const marked = (side: Side, name: string): string => (names.has(name) ? `${name}${lane.places[side].mark}` : name)
  const apiOf = (side: Side): Client => lane.places[side].api
  const lookAt = ({ side, sessionId }: Minted) => findSession(apiOf(side), sessionId, lane.places[side].internalId)

  const mint = async ({ side, body, isDeploymentKnown }: Mint): Promise<Outcome<{ sessionId: string }>> => {
    const { api, deploymentId, internalId } = lane.places[side]
    const named = {
      ...body,
      ...(body.embedTenantName == null ? {} : { embedTenantName: marked(side, body.embedTenantName) }),
      ...(body.externalId == null ? {} : { externalId: marked(side, body.externalId) }),
      ...(body.internalId === internalName ? { internalId } : {}),
    }
    return ask(() => api.generateSession({ body: { deploymentId: isDeploymentKnown ? deploymentId : missing, ...named } }))
  }
  const mintAll = async (mints: Mint[]): Promise<(string | null)[]> => {
    sent.push(...mints)
    for (const { side } of mints) touched.add(side)
    const outcomes = await Promise.all(mints.map(async (one) => ({ side: one.side, ...(await mint(one)) })))
    for (const { side, value } of outcomes) if (value) minted.push({ side, sessionId: value.sessionId })
    return outcomes.map(({ code }) => code)
  }
  const mintOne = async (one: Mint): Promise<Answer> => {
    const [code = null] = await mintAll([one])
    return code !== null && lateRefusals.has(code) ? { code, left: await findEmbedTenants(apiOf(one.side), false) } : { code }
  }

  const groupIdOf = async (side: Side, name: string): Promise<number> =>
    (await apiOf(side).listGroups()).items.find((group) => group.name === name)?.id ?? missing
  const attributeIdOf = async (side: Side, name: string): Promise<number> =>
    (await apiOf(side).getUserAttributes({ query: { name } })).items[0]?.id ?? missing
  const embedGroupOf = async ({ side, embedTenant, namespace, name }: EmbedGroup) => {
    const embedTenantName = marked(side, embedTenant)
    const { value } = await ask(() => apiOf(side).listEmbedGroups({ params: { embedTenantName } }))
    const found = value?.items.find((group) => group.name === name && group.namespace === namespace)
    return { embedTenantName, groupId: found?.id ?? missing }
  }
  const userIdOf = async (side: Side, person: Person): Promise<number> => {
    const externalId = marked(side, person.externalId)
    if (person.embedTenant !== null) {
      const params = { embedTenantName: marked(side, person.embedTenant) }
      const { value } = await ask(() => apiOf(side).listEmbedUsers({ params }))
      return value?.items.find((user) => user.externalId === externalId)?.id ?? missing
    }
    // No list contains users without an embed tenant. Their sessions name their id.
    const { items } = await apiOf(side).listEmbedSessions({ query: { externalId, first: 1 } })
    return items[0]?.userId ?? missing
  }
  const membersIn = ({ side, externalIds }: { side: Side; externalIds: string[] }) => ({
    members: externalIds.map((externalId) => ({ externalId: marked(side, externalId) })),
  })

  const changes: { [Name in Change]: (step: StepOf<Name>, api: Client) => Promise<Answer> } = {
    'create group': ({ name, description }, api) => doing(() => api.createGroup({ body: { name, description } })),
    'delete group': async ({ side, name }, api) => {
      const groupId = await groupIdOf(side, name)
      return doing(() => api.deleteGroup({ params: { groupId } }))
    },
    'create attribute': ({ name, type, texts }, api) => doing(() => api.createUserAttribute({ body: { name, type, ...texts } })),
    'update attribute': async ({ side, name, texts }, api) => {
      const userAttributeId = await attributeIdOf(side, name)
      return doing(() => api.updateUserAttribute({ params: { userAttributeId }, body: texts }))
    },
    'delete attribute': async ({ side, name }, api) => {
      const userAttributeId = await attributeIdOf(side, name)
      return doing(() => api.deleteUserAttribute({ params: { userAttributeId } }))
    },
    'create embed group': ({ side, embedTenant, name, namespace, description }, api) => {
      const params = { embedTenantName: marked(side, embedTenant) }
      return doing(() => api.createEmbedGroup({ params, body: { name, namespace, description } }))
    },
    'delete embed group': async (step, api) => {
      const params = await embedGroupOf(step)
      return doing(() => api.deleteEmbedGroup({ params }))
    },
    'add members': async (step, api) => {
      const params = await embedGroupOf(step)
      const { code, value } = await ask(() => api.addEmbedGroupMembers({ params, body: membersIn(step) }))
      const ids = (users: readonly { username: string }[]): string[] => users.map(({ username }) => username).toSorted()
      return value ? { code, added: ids(value.addedMembers), unchanged: ids(value.unchangedMembers) } : { code }
    },
    'remove members': async (step, api) => {
      const params = await embedGroupOf(step)
      return doing(() => api.removeEmbedGroupMembers({ params, body: membersIn(step) }))
    },
    'delete embed attribute': async ({ side, embedTenant, name }, api) => {
      const embedTenantName = marked(side, embedTenant)
      const { value } = await ask(() => api.listEmbedUserAttributes({ params: { embedTenantName } }))
      const userAttributeId = value?.items.find((attribute) => attribute.name === name)?.id ?? missing
      return doing(() => api.deleteEmbedUserAttribute({ params: { embedTenantName, userAttributeId } }))
    },
    'delete embed tenant': async ({ side, embedTenant }, api) => {
      const embedTenantName = marked(side, embedTenant)
      const { items } = await api.listEmbedTenants({ query: { search: embedTenantName } })
      if (items.length > 0) deletedIn.add(side)
      return doing(() => api.deleteEmbedTenant({ params: { embedTenantName } }))
    },
    'set value': async ({ side, person, attribute, value: toSet }, api) => {
      const [userId, userAttributeId] = await Promise.all([userIdOf(side, person), attributeIdOf(side, attribute)])
      const body = { userId: String(userId), userAttributeId: String(userAttributeId), value: toSet }
      const { code, value } = await ask(() => api.upsertUserAttributeValue({ body }))
      return value ? { code, value: value.value ?? null } : { code }
    },
    'revoke user': ({ side, person: { embedTenant, externalId } }, api) => {
      const at = embedTenant === null ? {} : { embedTenantName: marked(side, embedTenant) }
      return doing(() => api.revokeEmbedSessions({ body: { externalId: marked(side, externalId), ...at } }))
    },
    'revoke embed tenant': ({ side, embedTenant }, api) =>
      doing(() => api.revokeEmbedSessions({ body: { embedTenantName: marked(side, embedTenant) } })),
  }

  const take = async (step: Step): Promise<Answer> => {
    if ('side' in step) touched.add(step.side)
    if ('side' in step && changesTenantWide(step)) lane.changed.add(step.side)
    switch (step.kind) {
      case 'mint':
        return mintOne(step)
      case 'mint at once':
        return { codes: await mintAll(step.mints) }
      case 'mint again':
        return mintOne(sent[step.pick % sent.length] as Mint)
      case 'exchange': {
        const session = minted[step.pick % minted.length] as Minted
        const { code } = await ask(() => apiOf(session.side).exchangeSession({ body: { sessionId: session.sessionId } }))
        return code === null ? { code, session: await lookAt(session) } : { code }
      }
      case 'look':
        return {
          tenants: await Promise.all([...touched].toSorted((a, b) => a - b).map((side) => findTenant(apiOf(side), deletedIn.has(side)))),
          sessions: await Promise.all(minted.map(lookAt)),
        }
      default:
        return (changes[step.kind] as (step: Step, api: Client) => Promise<Answer>)(step, apiOf(step.side))
    }
  }
  // The model uses the names without marks.
  const unmarked = (answer: Answer): Answer => JSON.parse(JSON.stringify(answer).replaceAll(marks, '')) as Answer
  return { take: async (step) => unmarked(await take(step)), repeats: () => repeats }
}
