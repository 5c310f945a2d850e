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

  it('says that a deployment nobody ever had was not found, and which one was asked for', async () => {
    const { api } = await server.admin()

    const answer = api.getDeployment({ params: { deploymentId: 999_999_999 } })

    await expect(answer).rejects.toMatchObject({ status: 404, code: 'deployment_not_found', message: expect.stringContaining('999999999') })
  })

  it.each(['abc', '0', '-1', '1.5', '9007199254740993'])('refuses %s, which is not an id', async (id) => {
    const owner = await server.admin()

    const answer = await server.request(owner, `/api/v1/deployments/${id}`)

    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/params/deploymentId' }] })
  })

  it('shows a role granted over some deployments these and no others', async () => {
    const owner = await server.admin()
    const [other = 0] = await givenDeployments(owner, 'Second')
    const colleague = await server.colleague(owner, { role: 'Viewer', deploymentIds: [other] })

    const hidden = colleague.api.getDeployment({ params: { deploymentId: owner.deploymentId } })

    await expect(hidden).rejects.toMatchObject({ status: 404, code: 'deployment_not_found' })
    await expect(colleague.api.getDeployment({ params: { deploymentId: other } })).resolves.toMatchObject({ name: 'Second' })
  })

  it('refuses a key that is scoped to other deployments', async () => {
    const owner = await server.admin()
    const [other = 0] = await givenDeployments(owner, 'Second')
    const scoped = await server.colleague(owner, { role: 'Admin', scope: { deploymentIds: [other] } })

    const outside = scoped.api.getDeployment({ params: { deploymentId: owner.deploymentId } })

    await expect(outside).rejects.toMatchObject({ status: 403, code: 'outside_key_scope' })
    await expect(scoped.api.getDeployment({ params: { deploymentId: other } })).resolves.toMatchObject({ id: other })
  })
})
