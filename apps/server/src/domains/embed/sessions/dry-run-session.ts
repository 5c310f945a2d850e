import { type dryRunSession as contract, type GenerateSession, type SessionDryRun, statusOf } from '@facet/contract'
import type { SessionsAccess } from '#access'
import type { Context, Handler } from '#context'
import { countExternalUsers } from '#domains/embed/embed-tenants'
import { Failure } from '#kernel/failure'
import { firstProblems } from '#kernel/problems'
import { findInternalUser, resolveInTransaction } from './definition-queries.ts'
import {
  findStoredUser,
  listAttributes,
  listGroupsById,
  listInternalGroups,
  listInternalValues,
  type StoredUser,
} from './dry-run-queries.ts'
import { dryRunView, type Preview } from './dry-run-view.ts'
import { requireEmbedding, requireMintedDeployment, requireMinter } from './require-minter.ts'
import { catalogRequestOf, isEmbedScope, nameProblems } from './session-names.ts'
import type { SessionProblem } from './session-problem.ts'
import { requestProblems } from './session-rules.ts'

const nobody: Omit<StoredUser, 'id'> = {
  email: null,
  display_name: null,
  picture: null,
  group_ids: [],
  embed_group_ids: [],
  tenant_group_ids: [],
  attribute_values: {},
}

const previewOf = async (context: Context, access: SessionsAccess, body: GenerateSession): Promise<Preview> => {
  const { db, embed } = context
  const request = catalogRequestOf(access.tenantId, body)
  const catalog = (await embed.catalogs.reload(request)) ?? (await resolveInTransaction(db, request))
  const internal = body.internalId == null ? undefined : await findInternalUser(db, access, body.internalId)
  const embedTenantId = catalog.embedTenant?.id ?? 0
  const isKnownScope = body.embedTenantName == null || catalog.embedTenant !== null
  const found = body.externalId != null && isKnownScope ? await findStoredUser(db, access, embedTenantId, body.externalId) : undefined
  const stored = internal ? { ...nobody, group_ids: await listInternalGroups(db, access, internal.id) } : (found ?? nobody)
  const groups = await listGroupsById(db, access, [...stored.group_ids, ...stored.embed_group_ids, ...stored.tenant_group_ids])
  const among = (ids: number[]) => groups.filter(({ id }) => ids.includes(id))
  const scope = isEmbedScope(body) ? (catalog.embedTenant?.id ?? -1) : null
  return {
    username: internal?.name ?? body.internalId ?? body.externalId ?? '',
    isInternal: body.internalId != null,
    userId: internal?.id ?? found?.id ?? null,
    profile: internal ? { email: internal.email, display_name: internal.first_name, picture: internal.picture } : stored,
    storedGroups: {
      groups: among(stored.group_ids),
      embedGroups: among(stored.embed_group_ids),
      tenantGroups: among(stored.tenant_group_ids),
    },
    storedValues: internal ? await listInternalValues(db, access, internal.id) : stored.attribute_values,
    definitions: await listAttributes(db, access, scope),
    catalog,
    ownContext: internal?.security_context ?? null,
  }
}

/** What the mint would find at its end: the user who is not there, the limit that is reached. */
const lateProblems = async (
  context: Context,
  access: SessionsAccess,
  body: GenerateSession,
  preview: Preview,
  userLimit: number,
): Promise<SessionProblem[]> => {
  if (preview.userId !== null) return []
  if (body.internalId != null)
    return [
      {
        code: 'internal_user_not_found',
        pointer: '/body/internalId',
        message: `There is no active user "${body.internalId}" in this tenant. internalId is a username.`,
      },
    ]
  if (body.externalId == null || (await countExternalUsers(context.db, access)) < userLimit) return []
  return [
    {
      code: 'external_user_limit',
      pointer: '/body/externalId',
      message: `This tenant has reached its limit of ${userLimit} external users.`,
    },
  ]
}

/** Switches that are off are problems like any other here; they do not keep the rest from being told. */
const switchProblems = async (context: Context): Promise<SessionProblem[]> => {
  try {
    await requireEmbedding(context)
    return []
  } catch (error) {
    if (error instanceof Failure && (error.code === 'embedding_disabled' || error.code === 'minting_frozen'))
      return [{ code: error.code, pointer: '/body', message: error.message }]
    throw error
  }
}

const view = ({ code, pointer, message }: SessionProblem): SessionDryRun['problems'][number] => ({
  code,
  status: statusOf(code),
  pointer,
  message,
})

export const dryRunSession: Handler<typeof contract> = async ({ body }, context) => {
  const access = requireMinter(context, body)
  await requireMintedDeployment(context, body.deploymentId)
  const settings = await context.embed.settings.find(access.tenantId, '')
  if (!settings) throw new Error('The tenant of a caller has settings.')
  const preview = await previewOf(context, access, body)
  const problems = [
    ...(await switchProblems(context)),
    ...requestProblems(body, settings),
    ...nameProblems(body, preview.catalog),
    ...(await lateProblems(context, access, body, preview, settings.externalUserLimit)),
  ]
  return dryRunView(body, preview, firstProblems(problems).map(view))
}
