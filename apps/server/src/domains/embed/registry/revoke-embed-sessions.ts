import type { revokeEmbedSessions as contract } from '@facet/contract'
import { endSessions, requireSessions, type RevokedKind, type SessionsAccess } from '#access'
import { audited, type Touched } from '#kernel/audit'
import type { Handler, Input } from '#context'
import type { Db } from '#db'
import { Failure } from '#kernel/failure'
import { findEmbedTenantId, findExternalUserId, isExternalUser, watermarkOf } from './registry-queries.ts'
import { requireRegistryScope } from './registry-scope.ts'

type Body = Input<typeof contract>['body']
type Kind = (typeof contract)['audit'][number]
type Subject = { kind: RevokedKind; id: number; target: Touched<Kind> }

const ended = (kind: Kind, id: string | number): Touched<Kind> => ({ kind, id, did: 'sessions_ended' })

const oneOfFour = (message: string): Failure =>
  new Failure('invalid_request', message, { errors: [{ pointer: '/body', message: 'must name exactly one subject.' }] })

const embedTenantOf = async (db: Db, access: SessionsAccess, name: string): Promise<number> => {
  const id = await findEmbedTenantId(db, access, name)
  if (id === undefined) throw new Failure('embed_tenant_not_found', `Embed tenant "${name}" was not found.`)
  return id
}

const externalUserOf = async (db: Db, access: SessionsAccess, body: Body, externalId: string): Promise<Subject> => {
  const embedTenantId = body.embedTenantName == null ? 0 : await embedTenantOf(db, access, body.embedTenantName)
  const id = await findExternalUserId(db, access, embedTenantId, externalId)
  if (id === undefined)
    throw new Failure(
      'embed_user_not_found',
      `There is no external user "${externalId}" ${body.embedTenantName ? `in embed tenant "${body.embedTenantName}"` : 'outside the embed tenants; name the embedTenantName of theirs'}.`,
    )
  return { kind: 'user', id, target: ended('external_user', id) }
}

/** The one thing whose sessions are to end. An external id is named together with its embed tenant. */
const subjectOf = async (db: Db, access: SessionsAccess, body: Body): Promise<Subject> => {
  const { userId, externalId, embedTenantName, deploymentId, apiKeyId } = body
  const sent = [userId, externalId ?? embedTenantName, deploymentId, apiKeyId].filter((value) => value != null).length
  if (sent !== 1) throw oneOfFour(`Name exactly one of userId, externalId, embedTenantName, deploymentId and apiKeyId; ${sent} were named.`)
  if (externalId != null) return externalUserOf(db, access, body, externalId)
  if (embedTenantName != null) {
    const id = await embedTenantOf(db, access, embedTenantName)
    return { kind: 'embed_tenant', id, target: ended('embed_tenant', embedTenantName.toLowerCase()) }
  }
  if (deploymentId != null) return { kind: 'deployment', id: deploymentId, target: ended('deployment', deploymentId) }
  if (apiKeyId != null) return { kind: 'key', id: apiKeyId, target: ended('api_key', apiKeyId) }
  const id = userId ?? 0
  return { kind: 'user', id, target: ended((await isExternalUser(db, access, id)) ? 'external_user' : 'user', id) }
}

export const revokeEmbedSessions: Handler<typeof contract> = async ({ body }, context) => {
  const { db } = context
  const access = requireSessions(context)
  requireRegistryScope(access, body)
  const { kind, id, target } = await subjectOf(db, access, body)
  await endSessions(db, access, kind, [id])
  return audited({ revokedBefore: (await watermarkOf(db, access, kind, id)).toISOString() }, [target])
}
