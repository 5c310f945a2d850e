import { CreationStep } from '@facet/contract'
import { describe, expect } from 'vitest'
import { type Actor, deploymentInput, givenDeployments, itPagesByCursor, itRefusesBodies, markedName, useServer, withOwner } from '#test'

const server = useServer({ FACET_REGIONS: 'local=Here,eu-north=North' })
const it = withOwner(server)

/** Many deployments at once, as rows: making them one by one would take longer than reading them. */
const givenRows = (owner: Actor, count: number) =>
  server.query(
    `insert into deployments (tenant_id, name, slug, creation_step, cloud_provider, region, target_platform, is_managed, release_channel_version)
     select $1, 'many ' || n, 'many-' || n, 'ready', 'cubecloud', 'local', 'aws', true, '1.7.43' from generate_series(1, $2::int) n`,
    [owner.tenantId, count],
  )
const idsOf = ({ items }: { items: readonly { id: number }[] }): number[] => items.map(({ id }) => id)
const steps = (CreationStep as unknown as { enum: CreationStep[] }).enum

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

  it('needs only a name, and has the defaults for the rest', async ({ owner: { api } }) => {
    const { id, creationStep } = await api.createDeployment({ body: { name: 'Storefront' } })

    expect(creationStep).toBe('project')
    expect(await api.getDeploymentSettings({ params: { deploymentId: id } })).toMatchObject({
      name: 'Storefront',
      cloudProvider: 'cubecloud',
      isManaged: true,
      region: 'local',
      targetPlatform: 'aws',
    })
  })

  it('keeps what was sent and answers the new deployment', async ({ owner: { api, host } }) => {
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

  it('takes null for what may be left out', async ({ owner: { api } }) => {
    const { id } = await api.createDeployment({ body: { ...deploymentInput('Plain'), creationMethod: null, deployMode: null } })

    expect(await api.getDeploymentSettings({ params: { deploymentId: id } })).toMatchObject({ creationMethod: null, deployMode: null })
  })

  it('refuses a name that differs only in case or surrounding space from one in use', async ({ owner: { api } }) => {
    const answer = api.createDeployment({ body: deploymentInput(' FIRST ') })

    await expect(answer).rejects.toMatchObject({ status: 409, code: 'deployment_name_taken', message: expect.stringContaining('FIRST') })
  })

  it('lets one of two requests for the same name through', async ({ owner }) => {
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

  it('refuses an unknown region and names the known ones', async ({ owner: { api } }) => {
    const answer = api.createDeployment({ body: { ...deploymentInput('Far'), region: 'moon' } })

    await expect(answer).rejects.toMatchObject({
      status: 400,
      code: 'region_not_found',
      message: expect.stringMatching(/"moon".*local, eu-north/),
    })
  })

  it.for([undefined, {}])('names the missing field when the body is %o', async (json, { owner }) => {
    const answer = await server.request(owner, '/build/api/v1/deployments', { method: 'POST', json })

    const { code, errors } = (await answer.json()) as { code: string; errors: { pointer: string; message: string }[] }
    expect([answer.status, code]).toEqual([400, 'invalid_request'])
    expect(errors).toEqual([{ pointer: '/body/name', message: 'is required.' }])
  })
})

describe('getDeployment', () => {
  it('answers the deployment with the address its data API has from creation', async ({ owner: { api, deploymentId, host } }) => {
    const deployment = await api.getDeployment({ params: { deploymentId } })

    expect(deployment).toMatchObject({ id: deploymentId, name: 'First', creationStep: 'project' })
    expect(deployment.deploymentUrl).toMatch(new RegExp(`^http://${host}/deployment/first-[a-z0-9]{6}$`))
  })

  it('keeps the address when the deployment is renamed', async ({ owner: { api, deploymentId } }) => {
    const before = await api.getDeployment({ params: { deploymentId } })

    await api.updateDeployment({ params: { deploymentId }, body: { name: 'Renamed' } })

    expect(await api.getDeployment({ params: { deploymentId } })).toEqual({ ...before, name: 'Renamed' })
  })
})

describe('getDeployments', () => {
  itPagesByCursor(server, 'getDeployments', {
    fill: async (owner) => {
      await givenDeployments(owner, 'Second', 'Third', 'Fourth')
      return {}
    },
    grow: (owner) => givenDeployments(owner, markedName(owner)),
  })

  it('fills both envelopes, oldest first', async ({ owner, second }) => {
    const list = await owner.api.getDeployments()

    expect(list.items).toEqual([
      await owner.api.getDeployment({ params: { deploymentId: owner.deploymentId } }),
      await owner.api.getDeployment({ params: { deploymentId: second } }),
    ])
    expect(list).toEqual({
      items: list.items,
      data: list.items,
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: expect.any(String), endCursor: expect.any(String) },
      pagination: { total: 2, offset: 0, limit: 100 },
      count: 2,
      totalCount: 2,
    })
  })

  it('slices items and data alike by offset and limit, and counts them all', async ({ owner }) => {
    const [second = 0, third = 0] = await givenDeployments(owner, 'Second', 'Third', 'Fourth')

    const list = await owner.api.getDeployments({ query: { offset: 1, limit: 2 } })

    expect(idsOf(list)).toEqual([second, third])
    expect(list.data).toEqual(list.items)
    expect(list).toMatchObject({ pageInfo: null, pagination: { total: 4, offset: 1, limit: 2 }, count: 4, totalCount: 4 })
  })

  it('takes offset alone with a limit of 20, and limit alone from the start', async ({ owner }) => {
    await givenRows(owner, 30)

    const fromTenth = await owner.api.getDeployments({ query: { offset: 10 } })
    const none = await owner.api.getDeployments({ query: { limit: 0 } })

    expect(fromTenth.items).toHaveLength(20)
    expect(fromTenth.pagination).toEqual({ total: 31, offset: 10, limit: 20 })
    expect(none).toMatchObject({ items: [], pagination: { total: 31, offset: 0, limit: 0 } })
  })

  it.for([{ offset: 10_001 }, { offset: -1 }, { limit: -1 }])('refuses %o', async (query, { owner }) => {
    expect(await server.outcome(owner, 'getDeployments', { query })).toEqual({ status: 400, code: 'invalid_request' })
  })

  it.for([
    { first: 1, offset: 0 },
    { first: 1, limit: 1 },
    { after: 'any', offset: 0 },
    { after: 'any', limit: 1 },
  ])('refuses the two ways of paging together: %o', async (query, { owner }) => {
    expect(await server.outcome(owner, 'getDeployments', { query })).toEqual({ status: 400, code: 'mixed_paging' })
  })

  it('gives a hundred when no size is asked for, and counts no further than ten thousand', async ({ owner }) => {
    await givenRows(owner, 10_005)

    const list = await owner.api.getDeployments()

    expect(list.items).toHaveLength(100)
    expect(list.pageInfo?.hasNextPage).toBe(true)
    expect(list).toMatchObject({ count: 10_000, totalCount: 10_000, pagination: { total: 10_000 } })
    expect((await owner.api.getDeployments({ query: { first: 5_000 } })).items).toHaveLength(1_000)
  })

  it('filters by one creation step or by several, in the pages and in the counts', async ({ owner }) => {
    const [ready = 0, github = 0] = await givenDeployments(owner, 'Ready', 'Github')
    const advance = (deploymentId: number, creationStep: CreationStep) =>
      owner.api.advanceCreationStep({ params: { deploymentId }, body: { creationStep } })
    await advance(ready, 'ready')
    await advance(github, 'github')

    const one = await owner.api.getDeployments({ query: { creationStep: 'ready' } })
    const several = await owner.api.getDeployments({ query: { creationStep: ['ready', 'github'], first: 1 } })

    expect(idsOf(one)).toEqual([ready])
    expect(one.totalCount).toBe(1)
    expect(idsOf(several)).toEqual([ready])
    expect(several).toMatchObject({ totalCount: 2, pageInfo: { hasNextPage: true } })
    expect(await owner.api.getDeployments({ query: { creationStep: 'ssh' } })).toMatchObject({ items: [], totalCount: 0 })
  })

  it('lists what the role reaches, narrowed by the scope of the key', async ({ owner }) => {
    const [second = 0, third = 0] = await givenDeployments(owner, 'Second', 'Third')
    const granted = await server.colleague(owner, { role: 'Viewer', deploymentIds: [owner.deploymentId, second] })
    const scoped = await server.colleague(owner, { role: 'Admin', scope: { deploymentIds: [second, third] } })
    const both = await server.colleague(owner, {
      role: 'Viewer',
      deploymentIds: [owner.deploymentId, second],
      scope: { deploymentIds: [second, third] },
    })

    expect(idsOf(await granted.api.getDeployments())).toEqual([owner.deploymentId, second])
    expect(idsOf(await scoped.api.getDeployments())).toEqual([second, third])
    expect(await both.api.getDeployments()).toMatchObject({ items: [{ id: second }], count: 1, totalCount: 1, pagination: { total: 1 } })
  })
})

describe('advanceCreationStep', () => {
  itRefusesBodies(server, 'advanceCreationStep', [
    [undefined, '/body/creationStep'],
    [{}, '/body/creationStep'],
    [{ creationStep: null }, '/body/creationStep'],
    [{ creationStep: 'finished' }, '/body/creationStep'],
  ])

  it('moves to any step from any other and answers the deployment', async ({ owner: { api, deploymentId } }) => {
    const params = { deploymentId }
    const before = await api.getDeployment({ params })

    for (const creationStep of [...steps, ...steps.toReversed()])
      expect(await api.advanceCreationStep({ params, body: { creationStep } })).toEqual({ ...before, creationStep })

    expect(await api.getDeployment({ params })).toEqual({ ...before, creationStep: steps[0] })
  })
})

describe('resetCreationStep', () => {
  it('takes the onboarding back to the step project, however often it is asked', async ({ owner: { api, deploymentId } }) => {
    const params = { deploymentId }
    const ready = await api.advanceCreationStep({ params, body: { creationStep: 'ready' } })

    const reset = await api.resetCreationStep({ params })

    expect(reset).toEqual({ ...ready, creationStep: 'project' })
    expect(await api.resetCreationStep({ params })).toEqual(reset)
    expect(await api.getDeployment({ params })).toEqual(reset)
  })
})

describe('deleteDeployment', () => {
  it('answers success, after which nobody finds the deployment', async ({ owner: { api, deploymentId } }) => {
    const params = { deploymentId }

    expect(await api.deleteDeployment({ params })).toEqual({ success: true })

    const gone = { status: 404, code: 'deployment_not_found' }
    await expect(api.getDeployment({ params })).rejects.toMatchObject(gone)
    await expect(api.getDeploymentSettings({ params })).rejects.toMatchObject(gone)
    await expect(api.getEnvVariables({ params })).rejects.toMatchObject(gone)
    await expect(api.deleteDeployment({ params })).rejects.toMatchObject(gone)
    expect((await api.getDeployments()).items).toEqual([])
  })

  it('frees the name at once, for a deployment with an id and an address of its own', async ({ owner: { api, deploymentId } }) => {
    const before = await api.getDeployment({ params: { deploymentId } })
    await api.deleteDeployment({ params: { deploymentId } })

    const again = await api.createDeployment({ body: deploymentInput('First') })

    expect(again.id).not.toBe(deploymentId)
    expect(again.deploymentUrl).not.toBe(before.deploymentUrl)
  })

  it('takes the variables along and leaves the audit trail', async ({ owner: { api, deploymentId } }) => {
    const params = { deploymentId }
    await api.setEnvVariables({ params, body: { env_variables: [{ name: 'CUBEJS_DB_HOST', value: 'db.internal' }] } })

    await api.deleteDeployment({ params })

    const rows = await server.query('select name from env_variables where deployment_id = $1', [deploymentId])
    expect(rows).toEqual([])
    const trail = await api.listAuditLogs({ query: { targetId: String(deploymentId) } })
    expect(trail.items.map(({ operation }) => operation)).toEqual(['deleteDeployment', 'setEnvVariables', 'createDeployment'])
  })
})
