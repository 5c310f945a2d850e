import type { Client, EmbedGroup, UserAttribute } from '@facet/client'
import { placeOf } from '../../../harness/embedding.ts'
import { byName, internalName, type Json } from './steps.ts'

const attributesOf = (attributes: readonly UserAttribute[]): Json =>
  byName(attributes).map(({ name, type, displayName, description, defaultValue, trusted }) => ({
    name,
    type,
    displayName: displayName ?? null,
    description: description ?? null,
    defaultValue: defaultValue ?? null,
    trusted,
  }))

const groupsOf = (api: Client, embedTenantName: string, groups: EmbedGroup[], isWhole: boolean): Promise<Json[]> =>
  Promise.all(
    byName(groups).map(async ({ id, name, description, userCount }) => {
      const seen = { name, description: description ?? null }
      if (!isWhole) return { ...seen, members: userCount ?? null }
      if (userCount === 0) return { ...seen, members: [] }
      const { items } = await api.listEmbedGroupMembers({ params: { embedTenantName, groupId: id } })
      return { ...seen, members: items.map(({ externalId }) => externalId ?? '').toSorted() }
    }),
  )

const usersOf = async (api: Client, embedTenantName: string, isWhole: boolean): Promise<Json[]> => {
  const { items } = await api.listEmbedUsers({ params: { embedTenantName } })
  const users = items.toSorted((a, b) => ((a.externalId ?? '') < (b.externalId ?? '') ? -1 : 1))
  return Promise.all(
    users.map(async ({ id, externalId, email, firstName }) => ({
      externalId: externalId ?? null,
      email: email ?? null,
      displayName: firstName ?? null,
      values: isWhole ? await valuesOf(api, id) : null,
    })),
  )
}

const valuesOf = async (api: Client, userId: number): Promise<Json> => {
  const values = await api.getUserAttributeValues({ params: { userId } })
  return byName(values).map(({ name, value }) => [name, (value ?? null) as Json])
}

const embedTenantOf = async (api: Client, name: string, displayName: string | null, isWhole: boolean): Promise<Json> => {
  const params = { embedTenantName: name }
  const [groups, attributes, users] = await Promise.all([
    api.listEmbedGroups({ params }),
    api.listEmbedUserAttributes({ params }),
    usersOf(api, name, isWhole),
  ])
  const inNamespace = (namespace: 'groups' | 'tenantGroups'): Promise<Json[]> =>
    groupsOf(
      api,
      name,
      groups.items.filter((group) => group.namespace === namespace),
      isWhole,
    )
  return {
    name,
    displayName,
    groups: await inNamespace('groups'),
    tenantGroups: await inNamespace('tenantGroups'),
    attributes: attributesOf(attributes.items),
    users,
  }
}

/** The embed tenants and what is stored for them. `isWhole` adds members and values. */
export const findEmbedTenants = async (api: Client, isWhole: boolean): Promise<Json[]> => {
  const { items } = await api.listEmbedTenants()
  return Promise.all(byName(items).map(({ name, displayName }) => embedTenantOf(api, name, displayName ?? null, isWhole)))
}

export const findTenant = async (api: Client, hasLost: boolean): Promise<Json> => {
  const [groups, attributes, embedTenants] = await Promise.all([api.listGroups(), api.getUserAttributes(), findEmbedTenants(api, true)])
  return {
    groups: byName(groups.items).map(({ name, description, userCount }) => ({
      name,
      description: description ?? null,
      // The service counts members of a deleted embed tenant until it deletes their rows.
      users: hasLost ? null : (userCount ?? null),
    })),
    attributes: attributesOf(attributes.items),
    embedTenants,
  }
}

/** A session as the registry shows it. */
export const findSession = async (api: Client, sessionId: string, internalId: string): Promise<Json> => {
  const { bucket, id } = placeOf(sessionId)
  const session = await api.getEmbedSession({ params: { embedSessionId: `${bucket}-${id}` } })
  const { state, creatorMode, groups, userAttributes, securityContext, settings, exchangedAt } = session
  const username = session.username === internalId ? internalName : session.username
  return {
    state,
    // The registry may have lost the name of a deleted user whose session was never exchanged.
    username: exchangedAt == null && state === 'revoked' ? null : username,
    creatorMode,
    groups: groups.toSorted(),
    userAttributes: userAttributes as Json,
    securityContext: securityContext as Json,
    settings: settings as Json,
  }
}
