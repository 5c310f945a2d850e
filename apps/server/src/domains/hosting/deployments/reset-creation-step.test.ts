import { describe, expect, it } from 'vitest'
import { useServer } from '#test'

const server = useServer()

describe('resetCreationStep', () => {
  it('takes the onboarding back to the step project, however often it is asked', async () => {
    const { api, deploymentId } = await server.admin()
    const params = { deploymentId }
    const ready = await api.advanceCreationStep({ params, body: { creationStep: 'ready' } })

    const reset = await api.resetCreationStep({ params })

    expect(reset).toEqual({ ...ready, creationStep: 'project' })
    expect(await api.resetCreationStep({ params })).toEqual(reset)
    expect(await api.getDeployment({ params })).toEqual(reset)
  })
})
