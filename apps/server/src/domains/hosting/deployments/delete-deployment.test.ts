import { describe, expect, it } from 'vitest'
import { deploymentInput, useServer } from '#test'

const server = useServer()

describe('deleteDeployment', () => {
  it('answers success, after which nobody finds the deployment', async () => {
    const { api, deploymentId } = await server.admin()
    const params = { deploymentId }

    expect(await api.deleteDeployment({ params })).toEqual({ success: true })

    const gone = { status: 404, code: 'deployment_not_found' }
    await expect(api.getDeployment({ params })).rejects.toMatchObject(gone)
    await expect(api.getDeploymentSettings({ params })).rejects.toMatchObject(gone)
    await expect(api.getEnvVariables({ params })).rejects.toMatchObject(gone)
    await expect(api.deleteDeployment({ params })).rejects.toMatchObject(gone)
    expect((await api.getDeployments()).items).toEqual([])
  })

  it('frees the name at once, for a deployment with an id and an address of its own', async () => {
    const { api, deploymentId } = await server.admin()
    const before = await api.getDeployment({ params: { deploymentId } })
    await api.deleteDeployment({ params: { deploymentId } })

    const again = await api.createDeployment({ body: deploymentInput('First') })

    expect(again.id).not.toBe(deploymentId)
    expect(again.deploymentUrl).not.toBe(before.deploymentUrl)
  })

  it('takes the variables along and leaves the audit trail', async () => {
    const { api, deploymentId } = await server.admin()
    const params = { deploymentId }
    await api.setEnvVariables({ params, body: { env_variables: [{ name: 'CUBEJS_DB_HOST', value: 'db.internal' }] } })

    await api.deleteDeployment({ params })

    const rows = await server.database().query('select name from env_variables where deployment_id = $1', [deploymentId])
    expect(rows).toEqual([])
    const trail = await api.listAuditLogs({ query: { targetId: String(deploymentId) } })
    expect(trail.items.map(({ operation }) => operation)).toEqual(['deleteDeployment', 'setEnvVariables', 'createDeployment'])
  })
})
