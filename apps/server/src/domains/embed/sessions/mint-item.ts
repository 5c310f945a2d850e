import { hash } from 'node:crypto'
import type { GenerateSession } from '@facet/contract'
import type { Catalog, MintItem } from '#engine/embed'
import { isEmbedScope } from './session-names.ts'

/** Of everything in the request that could change the stored user. The same again means there is nothing to do. */
const fingerprintOf = (body: GenerateSession): string =>
  hash(
    'sha256',
    JSON.stringify([
      isEmbedScope(body),
      body.email ?? null,
      body.userProfile?.displayName ?? null,
      body.userProfile?.picture ?? null,
      body.groups ?? null,
      body.tenantGroups ?? null,
      (body.userAttributes ?? []).map(({ name, value }) => [name, value === undefined ? [] : value]),
    ]),
    'base64',
  )

const getId = (name: string, catalog: Map<string, { id: number }>): number => {
  const entry = catalog.get(name)
  if (!entry) throw new Error('A session was minted with a name that was not resolved.')
  return entry.id
}

const idsOf = (names: readonly string[] | null | undefined, catalog: Map<string, { id: number }>): number[] | null =>
  names == null ? null : [...new Set(names.map((name) => getId(name, catalog)))].toSorted((a, b) => a - b)

const valuesOf = (body: GenerateSession, catalog: Catalog): Record<string, unknown> | null => {
  // A missing value changes nothing; null clears.
  const sent = (body.userAttributes ?? []).filter(({ value }) => value !== undefined)
  if (sent.length === 0) return null
  return Object.fromEntries(sent.map(({ name, value }) => [String(getId(name, catalog.attributes)), value]))
}

/** What is frozen into the session beside the user's own: kept as it was sent, left out where nothing was. */
export const documentOf = (body: GenerateSession): Record<string, unknown> => {
  const { securityContext, settings, embedTheme, publicDashboardId, isEphemeral } = body
  return Object.fromEntries(
    Object.entries({ securityContext, settings, embedTheme, publicDashboardId, isEphemeral }).filter(([, value]) => value != null),
  )
}

export type Minting = { tenantId: number; apiKeyId: number; userLimit: number; internalId: number | null }

/** The request as the mint takes it: names by their ids, at the epochs of the catalog. */
export const mintItemOf = (body: GenerateSession, catalog: Catalog, minting: Minting): MintItem => {
  const groupIds = idsOf(body.groups, catalog.groups)
  const isEmbed = isEmbedScope(body)
  return {
    tenantId: minting.tenantId,
    embedTenantId: catalog.embedTenant?.id ?? 0,
    externalId: body.externalId ?? null,
    internalId: minting.internalId,
    fingerprint: fingerprintOf(body),
    epochs: catalog.embedTenant ? catalog.epochs : [catalog.epochs[0], 0],
    deploymentId: body.deploymentId,
    apiKeyId: minting.apiKeyId,
    isCreatorMode: body.creatorMode === true,
    document: documentOf(body),
    email: body.email ?? null,
    displayName: body.userProfile?.displayName ?? null,
    picture: body.userProfile?.picture ?? null,
    groupIds: isEmbed ? null : groupIds,
    embedGroupIds: isEmbed ? groupIds : null,
    tenantGroupIds: idsOf(body.tenantGroups, catalog.tenantGroups),
    attributeValues: valuesOf(body, catalog),
    userLimit: minting.userLimit,
  }
}
