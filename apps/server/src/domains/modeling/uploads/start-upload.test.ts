import { describe, expect, it } from 'vitest'
import { givenDevBranch, givenModeler, useServer } from '#test'

const server = useServer()

describe('startUpload', () => {
  it('answers a transaction and the name of the deployment', async () => {
    const admin = await givenModeler(server)
    const params = { deploymentId: admin.deploymentId }

    const first = await admin.api.startUpload({ params, body: {} })
    const second = await admin.api.startUpload({ params, query: { branchName: 'main' }, body: { branchName: 'main' } })

    expect(first).toMatchObject({ deploymentName: 'First', transaction: { id: expect.stringMatching(/^[\w-]{24}$/) } })
    expect(second.transaction.id).not.toBe(first.transaction.id)
  })

  it('is not repeated by a request for another branch under the same key', async () => {
    const admin = await givenModeler(server)
    const params = { deploymentId: admin.deploymentId }
    const start = (branchName: string) => admin.api.startUpload({ params, query: { branchName }, body: {}, idempotencyKey: 'one' })
    const first = await start('main')

    expect(await start('main')).toEqual(first)
    await expect(start(await givenDevBranch(admin))).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  })

  it('refuses two branches at once and a blank one', async () => {
    const admin = await givenModeler(server)
    const params = { deploymentId: admin.deploymentId }
    const branchName = await givenDevBranch(admin)

    await expect(admin.api.startUpload({ params, query: { branchName }, body: { branchName: 'main' } })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_request',
    })
    await expect(admin.api.startUpload({ params, body: { branchName: '' } })).rejects.toMatchObject({ code: 'branch_required' })
  })

  it('refuses the deploy branch when it is read-only, and to those who may not change it', async () => {
    const admin = await givenModeler(server)
    const developer = await server.colleague(admin, { role: 'Developer' })
    const params = { deploymentId: admin.deploymentId }
    await server
      .database()
      .query(`update roles set actions = array_remove(actions, 'SchemaUpdate') where tenant_id = $1 and name = 'Developer'`, [
        admin.tenantId,
      ])

    await expect(developer.api.startUpload({ params, body: {} })).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
      message: expect.stringContaining('SchemaUpdate'),
    })
    await admin.api.updateDeployment({ params, body: { deployBranchReadOnly: true } })
    await expect(admin.api.startUpload({ params, body: {} })).rejects.toMatchObject({ status: 403, code: 'deploy_branch_read_only' })
    await givenDevBranch(developer)
    expect(await developer.api.startUpload({ params, body: {} })).toMatchObject({ deploymentName: 'First' })
  })

  it('refuses a dev branch of somebody else', async () => {
    const admin = await givenModeler(server)
    const developer = await server.colleague(admin, { role: 'Developer' })
    const params = { deploymentId: admin.deploymentId }
    const branchName = await givenDevBranch(admin)

    await expect(developer.api.startUpload({ params, query: { branchName }, body: {} })).rejects.toMatchObject({ code: 'not_own_branch' })
  })

  it('opens at most a hundred at once, however many are asked for together; one that ended makes room', async () => {
    const admin = await givenModeler(server)
    const { deploymentId } = admin
    const start = () => server.outcome(admin, 'startUpload', { params: { deploymentId }, body: {} })
    await start()
    const { query } = server.database()
    await query(
      `insert into uploads (tenant_id, deployment_id, id, branch_id, project_root)
       select tenant_id, deployment_id, 'more-' || n, branch_id, project_root from uploads, generate_series(1, 97) n where deployment_id = $1`,
      [deploymentId],
    )

    const outcomes = await Promise.all([start(), start(), start(), start(), start()])

    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(outcomes.filter(({ code }) => code === 'upload_limit')).toHaveLength(3)
    await query("update uploads set expires_at = now() where deployment_id = $1 and id = 'more-1'", [deploymentId])
    expect(await start()).toMatchObject({ status: 200 })
  })
})
