import { describe, expect, it } from 'vitest'
import { deploymentInput, itRefusesBodies, useServer } from '#test'

const server = useServer({ FACET_REGIONS: 'local=Here,eu-north=North' })

describe('createDeployment', () => {
  itRefusesBodies(server, 'createDeployment', [
    [{ ...deploymentInput(' ') }, '/body/name'],
    [{ ...deploymentInput('') }, '/body/name'],
    [{ ...deploymentInput('x'.repeat(256)) }, '/body/name'],
    [{ ...deploymentInput('x'), cloudProvider: 'azure' }, '/body/cloudProvider'],
    [{ ...deploymentInput('x'), isManaged: 'true' }, '/body/isManaged'],
    [{ ...deploymentInput('x'), creationStep: 'done' }, '/body/creationStep'],
    [{ ...deploymentInput('x'), creationMethod: 'ftp' }, '/body/creationMethod'],
    [{ ...deploymentInput('x'), deployMode: 'scp' }, '/body/deployMode'],
    [['not', 'an', 'object'], '/body'],
  ])

  it('keeps what was sent and answers the new deployment', async () => {
    const { api, host } = await server.admin()

    const created = await api.createDeployment({
      body: {
        name: ' Ünï Shop ',
        cloudProvider: 'gcp',
        isManaged: false,
        region: 'eu-north',
        targetPlatform: 'kubernetes',
        creationStep: 'github',
        creationMethod: 'github',
        deployMode: 'git',
      },
    })

    expect(created).toEqual({ id: created.id, name: 'Ünï Shop', creationStep: 'github', deploymentUrl: created.deploymentUrl })
    expect(created.deploymentUrl).toMatch(new RegExp(`^http://${host}/deployment/[a-z0-9-]+-[a-z0-9]{6}$`))
    expect(await api.getDeploymentSettings({ params: { deploymentId: created.id } })).toMatchObject({
      name: 'Ünï Shop',
      cloudProvider: 'gcp',
      isManaged: false,
      region: 'eu-north',
      targetPlatform: 'kubernetes',
      creationMethod: 'github',
      deployMode: 'git',
    })
  })

  it('takes null for what may be left out', async () => {
    const { api } = await server.admin()

    const { id } = await api.createDeployment({ body: { ...deploymentInput('Plain'), creationMethod: null, deployMode: null } })

    expect(await api.getDeploymentSettings({ params: { deploymentId: id } })).toMatchObject({ creationMethod: null, deployMode: null })
  })

  it('refuses a name that differs only in case or surrounding space from one in use', async () => {
    const { api } = await server.admin()

    const answer = api.createDeployment({ body: deploymentInput(' FIRST ') })

    await expect(answer).rejects.toMatchObject({ status: 409, code: 'deployment_name_taken', message: expect.stringContaining('FIRST') })
  })

  it('lets one of two requests for the same name through', async () => {
    const owner = await server.admin()

    const outcomes = await Promise.all(
      ['Race', 'race'].map((name) => server.outcome(owner, 'createDeployment', { body: deploymentInput(name) })),
    )

    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('lets two tenants use the same name, under addresses of their own', async () => {
    const [one, other] = [await server.admin(), await server.admin()]

    const mine = await one.api.createDeployment({ body: deploymentInput('Shared') })
    const theirs = await other.api.createDeployment({ body: deploymentInput('Shared') })

    expect(theirs.deploymentUrl).not.toBe(mine.deploymentUrl)
  })

  it('refuses an unknown region and names the known ones', async () => {
    const { api } = await server.admin()

    const answer = api.createDeployment({ body: { ...deploymentInput('Far'), region: 'moon' } })

    await expect(answer).rejects.toMatchObject({
      status: 400,
      code: 'region_not_found',
      message: expect.stringMatching(/"moon".*local, eu-north/),
    })
  })

  it.each([undefined, {}])('names every missing field when the body is %o', async (json) => {
    const owner = await server.admin()

    const answer = await server.request(owner, '/build/api/v1/deployments', { method: 'POST', json })

    const { code, errors } = (await answer.json()) as { code: string; errors: { pointer: string; message: string }[] }
    expect([answer.status, code]).toEqual([400, 'invalid_request'])
    for (const field of ['name', 'cloudProvider', 'isManaged', 'region', 'targetPlatform', 'creationStep'])
      expect(errors).toContainEqual({ pointer: `/body/${field}`, message: 'is required.' })
  })
})
