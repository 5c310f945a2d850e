import { describe, expect } from 'vitest'
import {
  type Actor,
  givenOldVariable,
  itPagesByCursor,
  itRefusesBodies,
  setVariables,
  startTogether,
  storedVariables,
  useServer,
  withOwner,
} from '#test'

const server = useServer()
const it = withOwner(server)

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `V_${index}`, value: 'x' }))
const remove = ({ api, deploymentId }: Actor, name: string) => api.deleteEnvVariable({ params: { deploymentId, name } })

describe('getEnvVariables', () => {
  itPagesByCursor(server, 'getEnvVariables', {
    fill: async (owner) => {
      await setVariables(owner, { name: 'B', value: '2' }, { name: 'D', value: '4' }, { name: 'F', value: '6' })
      return { params: { deploymentId: owner.deploymentId } }
    },
    grow: (owner) => setVariables(owner, { name: 'A', value: '1' }),
  })

  it('has nothing to show of a new deployment', async () => {
    const { api, deploymentId } = await server.admin()

    expect(await api.getEnvVariables({ params: { deploymentId } })).toMatchObject({ items: [], data: [] })
  })

  it('lists variables by name with the values they were given', async ({ owner }) => {
    const variables = [
      { name: 'A_TEXT', value: 'two\nlines, "quoted" ✓' },
      { name: 'CUBEJS_DB_HOST', value: 'db.internal' },
      { name: '_empty', value: '' },
    ]
    await setVariables(owner, ...variables.toReversed())

    const { items } = await owner.api.getEnvVariables({ params: { deploymentId: owner.deploymentId } })

    expect(items).toEqual(variables)
  })

  it.for(['CUBEJS_DB_PASS', 'clientSecret', 'access_token', 'Api_Key', 'GOOGLE_CREDENTIALS', 'MONKEY', 'compassion'])(
    'masks the value of %s, whose name sounds like a secret',
    async (name, { owner }) => {
      await setVariables(owner, { name, value: 'correct horse' })

      const { items, data } = await owner.api.getEnvVariables({ params: { deploymentId: owner.deploymentId } })

      expect([items, data]).toEqual([[{ name, value: '[ENCRYPTED]' }], [{ name, value: '[ENCRYPTED]' }]])
    },
  )

  it('gives the whole list at once when no page size is asked for', async ({ owner }) => {
    await setVariables(owner, ...Array.from({ length: 150 }, (_, index) => ({ name: `V_${index}`, value: String(index) })))

    const list = await owner.api.getEnvVariables({ params: { deploymentId: owner.deploymentId } })

    expect(list.items).toHaveLength(150)
    expect(list.pageInfo).toMatchObject({ hasNextPage: false })
  })
})

describe('setEnvVariables', () => {
  itRefusesBodies(server, 'setEnvVariables', [
    [undefined, '/body/env_variables'],
    [{}, '/body/env_variables'],
    [{ env_variables: null }, '/body/env_variables'],
    [{ env_variables: [{ name: 'A' }] }, '/body/env_variables/0'],
    [{ env_variables: [{ name: 'A', value: null }] }, '/body/env_variables/0/value'],
    [{ env_variables: [{ name: '', value: '1' }] }, '/body/env_variables/0/name'],
  ])

  it('adds and changes the named variables, keeps the others, and answers the whole masked list', async ({ owner }) => {
    await setVariables(owner, { name: 'KEPT_SECRET', value: 'horse' }, { name: 'CHANGED', value: 'old' })

    const list = await setVariables(owner, { name: 'CHANGED', value: 'new' }, { name: 'ADDED', value: 'more' })

    expect(list.items).toEqual([
      { name: 'ADDED', value: 'more' },
      { name: 'CHANGED', value: 'new' },
      { name: 'KEPT_SECRET', value: '[ENCRYPTED]' },
    ])
    expect(list.data).toEqual(list.items)
    expect(await storedVariables(server, owner)).toContainEqual({ name: 'KEPT_SECRET', value: 'horse' })
  })

  it('changes nothing when the list is empty', async ({ owner }) => {
    const before = await setVariables(owner, { name: 'A', value: '1' })

    expect(await setVariables(owner)).toEqual(before)
  })

  it('takes the last value of a name that comes twice, and tells names of another case apart', async ({ owner }) => {
    const { items } = await setVariables(owner, { name: 'A', value: '1' }, { name: 'a', value: '2' }, { name: 'A', value: '3' })

    expect(items).toEqual([
      { name: 'A', value: '3' },
      { name: 'a', value: '2' },
    ])
  })

  it('refuses the mask as a value of any name, and then stores nothing of the request', async ({ owner }) => {
    await setVariables(owner, { name: 'DB_PASS', value: 'horse' })

    for (const name of ['DB_PASS', 'DB_HOST']) {
      const answer = setVariables(owner, { name: 'DB_USER', value: 'cube' }, { name, value: '[ENCRYPTED]' })
      await expect(answer).rejects.toMatchObject({ status: 400, code: 'env_variable_value_masked', message: expect.stringContaining(name) })
    }

    expect(await storedVariables(server, owner)).toEqual([{ name: 'DB_PASS', value: 'horse' }])
  })

  it.for(['1ST', 'WITH-DASH', 'WITH SPACE', 'A=B', 'ÜMLAUT', 'NEWLINE\n'])('refuses %j as a new name', async (name, { owner }) => {
    await expect(setVariables(owner, { name, value: 'x' })).rejects.toMatchObject({ status: 400, code: 'env_variable_name_invalid' })
  })

  it.for([
    'NODE_OPTIONS',
    'node_extra_ca_certs',
    'LD_PRELOAD',
    'DYLD_INSERT_LIBRARIES',
    'PATH',
    'Home',
    'BASH_ENV',
    'FACET_ROOT_KEY',
    'CUBEJS_DEV_MODE',
  ])('refuses the reserved name %s', async (name, { owner }) => {
    await expect(setVariables(owner, { name, value: 'x' })).rejects.toMatchObject({ status: 400, code: 'env_variable_name_reserved' })
  })

  it('lets a name from before the rule be sent again', async ({ owner }) => {
    await givenOldVariable(server, owner, { name: 'old-name.v1', value: 'before' })

    const { items } = await setVariables(owner, { name: 'old-name.v1', value: 'after' })

    expect(items).toEqual([{ name: 'old-name.v1', value: 'after' }])
  })

  it('keeps every value encrypted in the database, each for its own place', async ({ owner }) => {
    await setVariables(owner, { name: 'DB_PASS', value: 'correct horse battery' }, { name: 'DB_HOST', value: 'correct horse battery' })

    const rows = await server.query<{ value_sealed: Buffer }>('select value_sealed from env_variables where deployment_id = $1', [
      owner.deploymentId,
    ])

    expect(rows).toHaveLength(2)
    for (const { value_sealed } of rows) expect(value_sealed.includes('correct horse')).toBe(false)
    await server.query(`update env_variables set name = 'MOVED' where deployment_id = $1 and name = 'DB_HOST'`, [owner.deploymentId])
    await expect(storedVariables(server, owner)).rejects.toThrow(/authenticate/)
  })

  it('holds a thousand variables and not one more, also when two requests come at once', async ({ owner }) => {
    const limit = { status: 400, code: 'env_variable_limit' }
    await setVariables(owner, ...numbered(999))

    await expect(setVariables(owner, { name: 'B', value: 'x' }, { name: 'C', value: 'x' })).rejects.toMatchObject(limit)
    const input = (name: string) => ({ params: { deploymentId: owner.deploymentId }, body: { env_variables: [{ name, value: 'x' }] } })
    const calls = ['D', 'E'].map((name) => () => server.outcome(owner, 'setEnvVariables', input(name)))
    const outcomes = await startTogether(server, owner, calls)

    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    await expect(setVariables(owner, { name: 'V_0', value: 'changed' })).resolves.toMatchObject({ items: { length: 1000 } })
  })
})

describe('deleteEnvVariable', () => {
  it('removes the one variable and answers the masked list of the others', async ({ owner }) => {
    await setVariables(owner, { name: 'GONE', value: '1' }, { name: 'gone', value: '2' }, { name: 'DB_PASS', value: 'horse' })

    const list = await remove(owner, 'GONE')

    expect(list.items).toEqual([
      { name: 'DB_PASS', value: '[ENCRYPTED]' },
      { name: 'gone', value: '2' },
    ])
    expect(await owner.api.getEnvVariables({ params: { deploymentId: owner.deploymentId } })).toEqual(list)
  })

  it('leaves the variable of the same name that another deployment has', async ({ owner, second }) => {
    const other = { ...owner, deploymentId: second }
    for (const actor of [owner, other]) await setVariables(actor, { name: 'SHARED', value: '1' })

    await remove(owner, 'SHARED')

    expect((await owner.api.getEnvVariables({ params: { deploymentId: second } })).items).toEqual([{ name: 'SHARED', value: '1' }])
  })

  it('says that the deployment has no variable of that name', async ({ owner }) => {
    await setVariables(owner, { name: 'ONCE', value: '1' })
    await remove(owner, 'ONCE')

    await expect(remove(owner, 'ONCE')).rejects.toMatchObject({
      status: 404,
      code: 'env_variable_not_found',
      message: expect.stringContaining('ONCE'),
    })
  })

  it.for(['old-name.v1', 'with space', 'a/b?c#d', '50%', 'über'])('removes %j, a name from before the rule', async (name, { owner }) => {
    await givenOldVariable(server, owner, { name, value: 'before' })

    expect((await remove(owner, name)).items).toEqual([])
  })
})
