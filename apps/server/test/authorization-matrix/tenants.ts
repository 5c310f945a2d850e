import type { Actor, TestServer } from '../server.ts'
import { givenDashboard, givenGrant } from '../given-content.ts'
import { givenAttribute, givenDeployments, givenGroup, givenUser } from '../given.ts'
import { givenEmbedAttribute, givenEmbedGroup, givenEmbedTenant, givenEmbedUser } from '../given-embed.ts'
import { givenSession, newestSessionId } from '../given-session.ts'

/** Names that occur in answers only when something of that part of a tenant is shown. */
export const marks = { beside: 'mark-beside', backoffice: 'mark-backoffice', foreign: 'mark-foreign' } as const

/** What requests name: one resource of each kind. `spare…` may be destroyed, so no other request depends on them. */
export type Resources = {
  deploymentId: number
  spareDeploymentId: number
  dashboardPublicId: string
  workbookId: number
  folderId: number
  reportId: number
  environmentId: number
  embedTenantName: string
  spareEmbedTenantName: string
  embedGroupId: number
  embedUserId: number
  embedAttributeId: number
  embedSessionId: string
  userId: number
  groupId: number
  userAttributeId: number
  serviceAccountId: number
  apiKeyId: number
}

/** A part of a tenant that a key or a role can be limited to: one deployment and one embed tenant, with resources in both. */
const givenPart = async (server: TestServer, owner: Actor, name: string): Promise<Resources> => {
  const [deploymentId = 0, spareDeploymentId = 0] = await givenDeployments(owner, `${name} deployment`, `${name} spare`)
  const maker = { api: owner.api, deploymentId }
  const { params, reportId, dashboard } = await givenDashboard(maker, { allowEmbed: true, name: `${name} workbook` })
  // Shared with everyone, so what hides it is a scope and never the lack of a grant.
  for (const grantee_kind of ['organisation', 'all_embed_users'] as const)
    await givenGrant(server, owner, params.workbookId, { grantee_kind }, 'view')
  const folder = await owner.api.createFolder({ params: { deploymentId }, body: { name: `${name} folder` } })
  const [environment] = (await owner.api.getDeploymentEnvironments({ params: { deploymentId } })).items
  const embedTenantName = name === marks.beside ? marks.backoffice : `${name}-tenant`
  const embedTenant = await givenEmbedTenant(server, owner, embedTenantName)
  const { groupId: embedGroupId } = await givenEmbedGroup(server, owner, {}, embedTenant)
  const { embedUserId } = await givenEmbedUser(server, owner, embedTenant, { externalId: `${embedTenantName}-user` })
  await givenSession(owner, { deploymentId, embedTenantName, externalId: `${embedTenantName}-viewer` })
  const service = await owner.api.createServiceAccount({ body: { name: `${name}-service`, role: 'Viewer' } })
  return {
    deploymentId,
    spareDeploymentId,
    dashboardPublicId: dashboard.publicId,
    workbookId: params.workbookId,
    folderId: folder.id,
    reportId,
    environmentId: Number(environment?.id),
    embedTenantName,
    spareEmbedTenantName: `${name}-spare`,
    embedGroupId,
    embedUserId,
    embedAttributeId: await givenEmbedAttribute(server, owner, embedTenant),
    embedSessionId: await newestSessionId(owner),
    userId: await givenUser(owner),
    groupId: await givenGroup(owner),
    userAttributeId: await givenAttribute(owner),
    serviceAccountId: service.id,
    apiKeyId: (await owner.api.createApiKey({ body: { name: `${name} key`, serviceAccountId: service.id } })).id,
  }
}

/** `own` is what limited callers are limited to; `beside` is the rest of the tenant; `foreign` is another tenant. */
export type Fixture = { owner: Actor; foreigner: Actor; own: Resources; beside: Resources; foreign: Resources }

export const givenTenants = async (server: TestServer): Promise<Fixture> => {
  const [owner, foreigner] = [await server.admin(), await server.admin()]
  return {
    owner,
    foreigner,
    own: await givenPart(server, owner, 'mark-own'),
    beside: await givenPart(server, owner, marks.beside),
    foreign: await givenPart(server, foreigner, marks.foreign),
  }
}
