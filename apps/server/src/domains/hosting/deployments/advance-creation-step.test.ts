import { CreationStep } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { itRefusesBodies, useServer } from '#test'

const server = useServer()
const steps = (CreationStep as unknown as { enum: CreationStep[] }).enum

describe('advanceCreationStep', () => {
  itRefusesBodies(server, 'advanceCreationStep', [
    [undefined, '/body/creationStep'],
    [{}, '/body/creationStep'],
    [{ creationStep: null }, '/body/creationStep'],
    [{ creationStep: 'finished' }, '/body/creationStep'],
  ])

  it('moves to any step from any other and answers the deployment', async () => {
    const { api, deploymentId } = await server.admin()
    const params = { deploymentId }
    const before = await api.getDeployment({ params })

    for (const creationStep of [...steps, ...steps.toReversed()])
      expect(await api.advanceCreationStep({ params, body: { creationStep } })).toEqual({ ...before, creationStep })

    expect(await api.getDeployment({ params })).toEqual({ ...before, creationStep: steps[0] })
  })
})
