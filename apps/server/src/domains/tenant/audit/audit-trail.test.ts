import { type OperationShape, operations } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import {
  type Actor,
  deploymentInput,
  givenEmbedAttribute,
  givenEmbedTenant,
  givenSession,
  newestSessionId,
  useGitHost,
  useServer,
} from '#test'

const host = useGitHost()
const server = useServer(host.settings)

type Write = { id: string; target: string | number }

const as = (id: string) => ({ headers: { 'x-request-id': `do-${id}` } })

const doEmbedWrites = async (owner: Actor): Promise<Write[]> => {
  const { api } = owner
  const embedTenant = await givenEmbedTenant(server, owner)
  const { embedTenantName } = embedTenant
  const params = { embedTenantName }
  const { id: groupId } = await api.createEmbedGroup({ params, body: { name: 'audited' } }, as('createEmbedGroup'))
  const group = { params: { embedTenantName, groupId } }
  const members = { ...group, body: { members: [{ externalId: 'user-1' }] } }
  await api.updateEmbedGroup({ ...group, body: { description: 'Audited' } }, as('updateEmbedGroup'))
  await api.addEmbedGroupMembers(members, as('addEmbedGroupMembers'))
  await api.removeEmbedGroupMembers(members, as('removeEmbedGroupMembers'))
  await api.deleteEmbedGroup(group, as('deleteEmbedGroup'))
  const userAttributeId = await givenEmbedAttribute(server, owner, embedTenant)
  await api.deleteEmbedUserAttribute({ params: { embedTenantName, userAttributeId } }, as('deleteEmbedUserAttribute'))
  await api.deleteEmbedTenant({ params }, as('deleteEmbedTenant'))
  return [
    'createEmbedGroup',
    'updateEmbedGroup',
    'addEmbedGroupMembers',
    'removeEmbedGroupMembers',
    'deleteEmbedGroup',
    'deleteEmbedUserAttribute',
    'deleteEmbedTenant',
  ].map((id) => ({ id, target: embedTenantName }))
}

const doCatalogWrites = async ({ api, tenantId }: Pick<Actor, 'api' | 'tenantId'>): Promise<Write[]> => {
  const group = await api.createGroup({ body: { name: 'audited' } }, as('createGroup'))
  await api.deleteGroup({ params: { groupId: group.id } }, as('deleteGroup'))
  const user = await api.createUser({ body: { email: 'audited@example.com', username: 'audited' } }, as('createUser'))
  const attribute = await api.createUserAttribute({ body: { name: 'audited', type: 'string' } }, as('createUserAttribute'))
  const params = { userAttributeId: attribute.id }
  await api.updateUserAttribute({ params, body: { trusted: false } }, as('updateUserAttribute'))
  const pair = { userId: String(user.id), userAttributeId: String(attribute.id) }
  await api.upsertUserAttributeValue({ body: { ...pair, value: 'x' } }, as('upsertUserAttributeValue'))
  await api.deleteUserAttribute({ params }, as('deleteUserAttribute'))
  await api.updateUser({ params: { userId: user.id }, body: { title: 'Audited' } }, as('updateUser'))
  await api.bulkUserAction({ body: { action: 'ACTIVATE', userIds: [user.id] } }, as('bulkUserAction'))
  await api.deleteUser({ params: { userId: user.id } }, as('deleteUser'))
  return [
    { id: 'createGroup', target: group.id },
    { id: 'deleteGroup', target: group.id },
    { id: 'createUser', target: user.id },
    { id: 'createUserAttribute', target: attribute.id },
    { id: 'updateUserAttribute', target: attribute.id },
    { id: 'upsertUserAttributeValue', target: tenantId },
    { id: 'deleteUserAttribute', target: attribute.id },
    { id: 'updateUser', target: user.id },
    { id: 'bulkUserAction', target: tenantId },
    { id: 'deleteUser', target: user.id },
  ]
}

const doRevocations = async (owner: Actor): Promise<Write[]> => {
  await givenSession(owner)
  const embedSessionId = await newestSessionId(owner)
  await owner.api.revokeEmbedSession({ params: { embedSessionId } }, as('revokeEmbedSession'))
  await owner.api.revokeEmbedSessions({ body: { deploymentId: owner.deploymentId } }, as('revokeEmbedSessions'))
  return [
    { id: 'revokeEmbedSession', target: embedSessionId },
    { id: 'revokeEmbedSessions', target: owner.tenantId },
  ]
}

const doModelWrites = async ({ api, deploymentId }: Actor): Promise<Write[]> => {
  const params = { deploymentId }
  const file = { path: 'model/audited.yml', content: 'cubes: []\n' }
  await api.createBranch({ params, body: { name: 'audited' } }, as('createBranch'))
  await api.setBranchStagingEnvironment({ params, body: { branchName: 'audited', enabled: true } }, as('setBranchStagingEnvironment'))
  await api.startDevMode({ params, body: { branchName: 'audited' } }, as('startDevMode'))
  await api.updateFiles({ params, body: { files: [file] } }, as('updateFiles'))
  const renamed = { path: file.path, newPath: 'model/renamed.yml' }
  await api.renameFiles({ params, body: { files: [renamed] } }, as('renameFiles'))
  await api.commitChanges({ params, body: {} }, as('commitChanges'))
  await api.removeFiles({ params, body: { files: [{ path: renamed.newPath }] } }, as('removeFiles'))
  await api.mergeIntoParentBranch({ params, body: {} }, as('mergeIntoParentBranch'))
  await api.stopDevMode({ params }, as('stopDevMode'))
  await api.mergeToDefaultBranch({ params, body: { branchName: 'audited', message: 'Audited' } }, as('mergeToDefaultBranch'))
  const { transaction } = await api.startUpload({ params, query: {}, body: {} }, as('startUpload'))
  await api.finishUpload({ params, query: {}, body: { transaction, files: {}, autoRemoveFiles: false } }, as('finishUpload'))
  await api.deleteBranch({ params, query: { branchName: 'audited' } }, as('deleteBranch'))
  const { url } = await host.addRepository()
  await api.connectRemote({ params, body: { url, token: host.token } }, as('connectRemote'))
  await api.testRemote({ params }, as('testRemote'))
  await api.pushBranch({ params, body: {} }, as('pushBranch'))
  await api.pull({ params, body: {} }, as('pull'))
  await api.disconnectRemote({ params }, as('disconnectRemote'))
  return [
    'createBranch',
    'setBranchStagingEnvironment',
    'startDevMode',
    'updateFiles',
    'renameFiles',
    'commitChanges',
    'removeFiles',
    'mergeIntoParentBranch',
    'stopDevMode',
    'mergeToDefaultBranch',
    'startUpload',
    'finishUpload',
    'deleteBranch',
    'connectRemote',
    'testRemote',
    'pushBranch',
    'pull',
    'disconnectRemote',
  ].map((id) => ({ id, target: deploymentId }))
}

/** Every write of the contract, done once, in an order in which each finds what it needs. Answers what each one touched. */
const doEveryWrite = async (owner: Actor): Promise<Write[]> => {
  const { api, tenantId } = owner
  const deployment = await api.createDeployment({ body: deploymentInput('Audited') }, as('createDeployment'))
  const params = { deploymentId: deployment.id }
  await api.updateDeployment({ params, body: { deployBranchReadOnly: true } }, as('updateDeployment'))
  await api.advanceCreationStep({ params, body: { creationStep: 'ready' } }, as('advanceCreationStep'))
  await api.resetCreationStep({ params }, as('resetCreationStep'))
  await api.setEnvVariables({ params, body: { env_variables: [{ name: 'A', value: '1' }] } }, as('setEnvVariables'))
  await api.deleteEnvVariable({ params: { ...params, name: 'A' } }, as('deleteEnvVariable'))
  await api.deleteDeployment({ params }, as('deleteDeployment'))
  const key = await api.createApiKey({ body: { name: 'audited' } }, as('createApiKey'))
  await api.deleteApiKey({ params: { apiKeyId: key.id } }, as('deleteApiKey'))
  const account = await api.createServiceAccount({ body: { name: 'audited', role: 'Viewer' } }, as('createServiceAccount'))
  await api.deleteServiceAccount({ params: { serviceAccountId: account.id } }, as('deleteServiceAccount'))
  await api.updateTenantSettings({ body: { oidcEnabled: true } }, as('updateTenantSettings'))
  const catalogs = await doCatalogWrites({ api, tenantId })
  const ofDeployment = [
    'createDeployment',
    'updateDeployment',
    'advanceCreationStep',
    'resetCreationStep',
    'setEnvVariables',
    'deleteEnvVariable',
    'deleteDeployment',
  ]
  return [
    ...ofDeployment.map((id) => ({ id, target: deployment.id })),
    { id: 'createApiKey', target: key.id },
    { id: 'deleteApiKey', target: key.id },
    { id: 'createServiceAccount', target: account.id },
    { id: 'deleteServiceAccount', target: account.id },
    { id: 'updateTenantSettings', target: tenantId },
    ...catalogs,
    ...(await doEmbedWrites(owner)),
    ...(await doRevocations(owner)),
    ...(await doModelWrites(owner)),
  ]
}

const shapes: Record<string, OperationShape> = operations
// Minting and exchanging are their own record.
const writes = Object.values(shapes).filter(({ method, isOwnRecord }) => method !== 'GET' && !isOwnRecord)

describe('the audit trail', () => {
  it('holds one entry of every write, with who did it by which key to what in which request', async () => {
    const owner = await server.admin()
    const me = await owner.api.getCurrentUser()
    const [myKey] = (await owner.api.listApiKeys()).items

    const done = await doEveryWrite(owner)

    expect(done.map(({ id }) => id).toSorted()).toEqual(writes.map(({ id }) => id).toSorted())
    const { items } = await owner.api.listAuditLogs({ query: { first: done.length } })
    expect(items.toReversed()).toEqual(
      done.map(({ id, target }) => ({
        id: expect.any(Number),
        at: expect.any(String),
        operation: id,
        outcome: 'done',
        actorKind: 'user',
        actorId: me.id,
        actorName: me.username,
        credentialId: myKey?.id,
        targetKind: shapes[id]?.audit,
        targetId: String(target),
        requestId: `do-${id}`,
        failureCode: null,
      })),
    )
  })

  it('says of every write what kind of thing it touches', () => {
    expect(writes.filter(({ audit }) => audit === undefined)).toEqual([])
  })

  it('has one entry for a request and its repetition under one Idempotency-Key', async () => {
    const { api } = await server.admin()
    const call = { body: deploymentInput('Once'), idempotencyKey: 'once' }
    const { id } = await api.createDeployment(call)
    await api.createDeployment(call)

    expect((await api.listAuditLogs({ query: { targetId: String(id) } })).items).toHaveLength(1)
  })

  it('never holds a secret that a request carried', async () => {
    const owner = await server.admin()
    const { secret } = await owner.api.createApiKey({ body: { name: 'hidden' } })
    const params = { deploymentId: owner.deploymentId }
    await owner.api.setEnvVariables({ params, body: { env_variables: [{ name: 'DB_PASS', value: 'correct horse' }] } })

    const rows = await server.database().query('select * from audit_entries where tenant_id = $1', [owner.tenantId])

    expect(JSON.stringify(rows)).not.toContain('correct horse')
    expect(JSON.stringify(rows)).not.toContain(secret)
  })
})
