import { describe, expect, it } from 'vitest'
import { givenDeployments, useServer } from '#test'

const server = useServer()

describe('getDeployment', () => {
  it('answers the deployment with the address its data API has from creation', async () => {
    const { api, deploymentId, host } = await server.admin()

    const deployment = await api.getDeployment({ params: { deploymentId } })

    expect(deployment).toMatchObject({ id: deploymentId, name: 'First', creationStep: 'project' })
    expect(deployment.deploymentUrl).toMatch(new RegExp(`^http://${host}/deployment/first-[a-z0-9]{6}$`))
  })

  it('keeps the address when the deployment is renamed', async () => {
    const { api, deploymentId } = await server.admin()
    const before = await api.getDeployment({ params: { deploymentId } })

    await api.updateDeployment({ params: { deploymentId }, body: { name: 'Renamed' } })

    expect(await api.getDeployment({ params: { deploymentId } })).toEqual({ ...before, name: 'Renamed' })
  })
})
