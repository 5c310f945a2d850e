import { type AuditTarget as Target, type AuditVerb, auditKindOfParam, type OperationShape, operations } from '@facet/contract'
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

type Write = { id: string; targets: Target[] }

const as = (id: string) => ({ headers: { 'x-request-id': `do-${id}` } })
const touched = (kind: Target['kind'], id: string | number, did: AuditVerb): Target => ({ kind, id: String(id), did })
const place = (kind: Target['kind'], id: string | number): Target => ({ kind, id: String(id) })

const doEmbedWrites = async (owner: Actor): Promise<Write[]> => {
  const { api } = owner
  const embedTenant = await givenEmbedTenant(server, owner)
  const { embedTenantName } = embedTenant
  const params = { embedTenantName }
  const { id: groupId } = await api.createEmbedGroup({ params, body: { name: 'audited' } }, as('createEmbedGroup'))
  const group = { params: { embedTenantName, groupId } }
  const members = { ...group, body: { members: [{ externalId: 'user-1' }, { externalId: 'user-2' }] } }
  await api.updateEmbedGroup({ ...group, body: { description: 'Audited' } }, as('updateEmbedGroup'))
  const { addedMembers } = await api.addEmbedGroupMembers(members, as('addEmbedGroupMembers'))
  await api.removeEmbedGroupMembers(members, as('removeEmbedGroupMembers'))
  await api.deleteEmbedGroup(group, as('deleteEmbedGroup'))
  const userAttributeId = await givenEmbedAttribute(server, owner, embedTenant)
  await api.deleteEmbedUserAttribute({ params: { embedTenantName, userAttributeId } }, as('deleteEmbedUserAttribute'))
  await api.deleteEmbedTenant({ params }, as('deleteEmbedTenant'))
  const inTenant = place('embed_tenant', embedTenantName)
  const each = (did: AuditVerb) => addedMembers.map(({ id }) => touched('external_user', id, did))
  return [
    { id: 'createEmbedGroup', targets: [touched('group', groupId, 'created'), inTenant] },
    { id: 'updateEmbedGroup', targets: [touched('group', groupId, 'updated'), inTenant] },
    { id: 'addEmbedGroupMembers', targets: [touched('group', groupId, 'updated'), ...each('created'), inTenant] },
    { id: 'removeEmbedGroupMembers', targets: [touched('group', groupId, 'updated'), ...each('removed'), inTenant] },
    { id: 'deleteEmbedGroup', targets: [touched('group', groupId, 'deleted'), inTenant] },
    { id: 'deleteEmbedUserAttribute', targets: [touched('user_attribute', userAttributeId, 'deleted'), inTenant] },
    { id: 'deleteEmbedTenant', targets: [touched('embed_tenant', embedTenantName, 'deleted')] },
  ]
}

const doCatalogWrites = async ({ api }: Pick<Actor, 'api'>): Promise<Write[]> => {
  const group = await api.createGroup({ body: { name: 'audited' } }, as('createGroup'))
  await api.deleteGroup({ params: { groupId: group.id } }, as('deleteGroup'))
  const user = await api.createUser({ body: { email: 'audited@example.com', username: 'audited' } }, as('createUser'))
  const attribute = await api.createUserAttribute({ body: { name: 'audited', type: 'string' } }, as('createUserAttribute'))
  const params = { userAttributeId: attribute.id }
  await api.updateUserAttribute({ params, body: { trusted: false } }, as('updateUserAttribute'))
  const pair = { userId: String(user.id), userAttributeId: String(attribute.id) }
  await api.upsertUserAttributeValue({ body: { ...pair, value: 'x' } }, as('upsertUserAttributeValue'))
  await api.deleteUserAttribute({ params }, as('deleteUserAttribute'))
  await api.updateUser({ params: { userId: user.id }, body: { title: 'Audited', isAdmin: true } }, as('updateUser'))
  await api.postUser({ params: { userId: user.id }, body: { title: 'Audited again' } }, as('postUser'))
  await api.bulkUserAction({ body: { action: 'DEACTIVATE', userIds: [user.id, 999_999] } }, as('bulkUserAction'))
  await api.deleteUser({ params: { userId: user.id } }, as('deleteUser'))
  return [
    { id: 'createGroup', targets: [touched('group', group.id, 'created')] },
    { id: 'deleteGroup', targets: [touched('group', group.id, 'deleted')] },
    { id: 'createUser', targets: [touched('user', user.id, 'created')] },
    { id: 'createUserAttribute', targets: [touched('user_attribute', attribute.id, 'created')] },
    { id: 'updateUserAttribute', targets: [touched('user_attribute', attribute.id, 'updated')] },
    { id: 'upsertUserAttributeValue', targets: [touched('user', user.id, 'updated'), touched('user_attribute', attribute.id, 'assigned')] },
    { id: 'deleteUserAttribute', targets: [touched('user_attribute', attribute.id, 'deleted')] },
    { id: 'updateUser', targets: [touched('user', user.id, 'updated'), touched('user', user.id, 'promoted')] },
    { id: 'postUser', targets: [touched('user', user.id, 'updated')] },
    { id: 'bulkUserAction', targets: [touched('user', user.id, 'deactivated')] },
    { id: 'deleteUser', targets: [touched('user', user.id, 'deleted')] },
  ]
}

const doRevocations = async (owner: Actor): Promise<Write[]> => {
  await givenSession(owner)
  const embedSessionId = await newestSessionId(owner)
  await owner.api.revokeEmbedSession({ params: { embedSessionId } }, as('revokeEmbedSession'))
  await owner.api.revokeEmbedSessions({ body: { deploymentId: owner.deploymentId } }, as('revokeEmbedSessions'))
  return [
    { id: 'revokeEmbedSession', targets: [touched('embed_session', embedSessionId, 'revoked')] },
    { id: 'revokeEmbedSessions', targets: [touched('deployment', owner.deploymentId, 'sessions_ended')] },
  ]
}

const doModelWrites = async ({ api, deploymentId }: Actor): Promise<Write[]> => {
  const params = { deploymentId }
  const file = { path: 'model/audited.yml', content: 'cubes: []\n' }
  const deployBranch = (await api.getDeploymentSettings({ params })).deployBranchName ?? ''
  const headOf = async (name: string) => (await api.listBranches({ params })).items.find((branch) => branch.name === name)?.lastHash ?? ''
  await api.createBranch({ params, body: { name: 'audited', activate: true } }, as('createBranch'))
  const started = await api.startDevMode({ params, body: { branchName: 'audited' } }, as('startDevMode'))
  const dev = started.branchName ?? ''
  await api.updateFiles({ params, body: { files: [file] } }, as('updateFiles'))
  const updated = await headOf(dev)
  const renamed = { path: file.path, newPath: 'model/renamed.yml' }
  await api.renameFiles({ params, body: { files: [renamed] } }, as('renameFiles'))
  const renaming = await headOf(dev)
  await api.commitChanges({ params, body: {} }, as('commitChanges'))
  await api.removeFiles({ params, body: { files: [{ path: renamed.newPath }] } }, as('removeFiles'))
  const removed = await headOf(dev)
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
  const inModel = place('data_model', deploymentId)
  const remote = place('remote', deploymentId)
  const branch = (name: string, did: AuditVerb) => touched('branch', name, did)
  const saved = (commit: string) => [touched('commit', commit, 'created'), branch(dev, 'updated'), inModel]
  return [
    { id: 'createBranch', targets: [branch('audited', 'created'), branch('audited', 'entered'), inModel] },
    { id: 'startDevMode', targets: [branch(dev, 'created'), branch(dev, 'entered'), inModel] },
    { id: 'updateFiles', targets: saved(updated) },
    { id: 'renameFiles', targets: saved(renaming) },
    { id: 'commitChanges', targets: [branch('audited', 'updated'), branch(dev, 'merged'), inModel] },
    { id: 'removeFiles', targets: saved(removed) },
    { id: 'mergeIntoParentBranch', targets: [branch('audited', 'updated'), branch(dev, 'merged'), inModel] },
    { id: 'stopDevMode', targets: [branch(dev, 'left'), inModel] },
    { id: 'mergeToDefaultBranch', targets: [branch(deployBranch, 'updated'), branch('audited', 'merged'), inModel] },
    { id: 'startUpload', targets: [touched('upload', transaction.id, 'created'), place('branch', deployBranch), inModel] },
    { id: 'finishUpload', targets: [branch(deployBranch, 'unchanged'), inModel, touched('upload', transaction.id, 'deleted')] },
    { id: 'deleteBranch', targets: [branch('audited', 'deleted'), inModel] },
    { id: 'connectRemote', targets: [touched('remote', deploymentId, 'connected')] },
    { id: 'testRemote', targets: [touched('remote', deploymentId, 'tested')] },
    { id: 'pushBranch', targets: [branch(deployBranch, 'pushed'), remote] },
    { id: 'pull', targets: [branch(deployBranch, 'unchanged'), inModel] },
    { id: 'disconnectRemote', targets: [touched('remote', deploymentId, 'disconnected')] },
  ]
}

/** Writes of every kind, done once, in an order in which each finds what it needs. Answers what each one touched. */
const doWrites = async (owner: Actor): Promise<Write[]> => {
  const { api, tenantId } = owner
  const { id: me } = await api.getCurrentUser()
  const deployment = await api.createDeployment({ body: deploymentInput('Audited') }, as('createDeployment'))
  const params = { deploymentId: deployment.id }
  await api.updateDeployment({ params, body: { deployBranchReadOnly: true } }, as('updateDeployment'))
  await api.advanceCreationStep({ params, body: { creationStep: 'ready' } }, as('advanceCreationStep'))
  await api.resetCreationStep({ params }, as('resetCreationStep'))
  await api.setEnvVariables({ params, body: { env_variables: [{ name: 'A', value: '1' }] } })
  const variables = ['A', 'B'].map((name) => ({ name, value: '2' }))
  await api.setEnvVariables({ params, body: { env_variables: variables } }, as('setEnvVariables'))
  await api.deleteEnvVariable({ params: { ...params, name: 'A' } }, as('deleteEnvVariable'))
  await api.deleteDeployment({ params }, as('deleteDeployment'))
  const key = await api.createApiKey({ body: { name: 'audited' } }, as('createApiKey'))
  await api.deleteApiKey({ params: { apiKeyId: key.id } }, as('deleteApiKey'))
  const account = await api.createServiceAccount({ body: { name: 'audited', role: 'Viewer' } }, as('createServiceAccount'))
  const machineKey = await api.createApiKey({ body: { name: 'machine', serviceAccountId: account.id } })
  await api.deleteServiceAccount({ params: { serviceAccountId: account.id } }, as('deleteServiceAccount'))
  await api.updateTenantSettings({ body: { oidcEnabled: true } }, as('updateTenantSettings'))
  const catalogs = await doCatalogWrites({ api })
  const ofDeployment = (did: AuditVerb) => [touched('deployment', deployment.id, did)]
  const inDeployment = place('deployment', deployment.id)
  return [
    { id: 'createDeployment', targets: ofDeployment('created') },
    { id: 'updateDeployment', targets: ofDeployment('updated') },
    { id: 'advanceCreationStep', targets: ofDeployment('updated') },
    { id: 'resetCreationStep', targets: ofDeployment('updated') },
    { id: 'setEnvVariables', targets: [touched('env_variable', 'A', 'updated'), touched('env_variable', 'B', 'created'), inDeployment] },
    { id: 'deleteEnvVariable', targets: [touched('env_variable', 'A', 'deleted'), inDeployment] },
    { id: 'deleteDeployment', targets: ofDeployment('deleted') },
    { id: 'createApiKey', targets: [touched('api_key', key.id, 'created'), place('user', me)] },
    { id: 'deleteApiKey', targets: [touched('api_key', key.id, 'deleted'), place('user', me)] },
    { id: 'createServiceAccount', targets: [touched('service_account', account.id, 'created')] },
    {
      id: 'deleteServiceAccount',
      targets: [touched('service_account', account.id, 'deleted'), touched('api_key', machineKey.id, 'deleted')],
    },
    { id: 'updateTenantSettings', targets: [touched('tenant', tenantId, 'updated')] },
    ...catalogs,
    ...(await doEmbedWrites(owner)),
    ...(await doRevocations(owner)),
    ...(await doModelWrites(owner)),
  ]
}

const shapes: Record<string, OperationShape> = operations
// Minting and exchanging are their own record.
const writes = Object.values(shapes).filter(({ method, skipsAutomaticAudit }) => method !== 'GET' && !skipsAutomaticAudit)

describe('the audit trail', () => {
  // A write whose handler names no targets fails. The authorization matrix checks the entries of the writes that it permits.
  it('holds one entry of each write, with who did it by which key to what in which request', async () => {
    const owner = await server.admin()
    const me = await owner.api.getCurrentUser()
    const [myKey] = (await owner.api.listApiKeys()).items

    const done = await doWrites(owner)

    const { items } = await owner.api.listAuditLogs({ query: { first: 1000 } })
    expect(items.filter(({ requestId }) => requestId?.startsWith('do-')).toReversed()).toEqual(
      done.map(({ id, targets }) => ({
        id: expect.any(Number),
        at: expect.any(String),
        operation: id,
        outcome: 'done',
        actorKind: 'user',
        actorId: me.id,
        actorName: me.username,
        credentialId: myKey?.id,
        targetKind: targets[0]?.kind,
        targetId: targets[0]?.id,
        targets,
        targetCount: targets.length,
        requestId: `do-${id}`,
        failureCode: null,
      })),
    )
  })

  it('says of every write what kinds of thing it touches, and of every path what it names', () => {
    const params = writes.flatMap(({ path }) => path.match(/(?<=\{)\w+/g) ?? [])

    expect(writes.filter(({ audit }) => audit === undefined)).toEqual([])
    expect(params.filter((name) => auditKindOfParam[name] === undefined)).toEqual([])
  })
})
