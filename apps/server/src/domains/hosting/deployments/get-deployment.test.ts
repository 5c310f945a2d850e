import { describe, expect, it } from 'vitest'
import { useServer } from '#test'

const server = useServer()

describe('getDeployment', () => {
  it('answers the deployment with the address its data API has from creation', async () => {
    const { api, deploymentId, host } = await server.admin()

    const deployment = await api.getDeployment({ params: { deploymentId } })

    expect(deployment).toMatchObject({ id: deploymentId, name: 'First', creationStep: 'project' })
    expect(deployment.deploymentUrl).toMatch(new RegExp(`^http://${host}/deployment/first-[a-z0-9]{6}$`))
  })

  it('refuses a call without a credential', async () => {
    const owner = await server.admin()

    const answer = server.anonymous(owner).getDeployment({ params: { deploymentId: owner.deploymentId } })

    await expect(answer).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
    await expect(owner.api.getDeployment({ params: { deploymentId: owner.deploymentId } })).resolves.toMatchObject({
      id: owner.deploymentId,
    })
  })

  it('hides a deployment of another tenant', async () => {
    const owner = await server.admin()
    const stranger = await server.admin()

    const answer = stranger.api.getDeployment({ params: { deploymentId: owner.deploymentId } })

    await expect(answer).rejects.toMatchObject({ status: 404, code: 'deployment_not_found' })
    await expect(owner.api.getDeployment({ params: { deploymentId: owner.deploymentId } })).resolves.toMatchObject({
      id: owner.deploymentId,
    })
  })
})
