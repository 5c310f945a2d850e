import { describe, expect, it } from 'vitest'
import { itPagesByCursor, setVariables, useServer } from '#test'

const server = useServer()

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

  it('lists variables by name with the values they were given', async () => {
    const owner = await server.admin()
    const variables = [
      { name: 'A_TEXT', value: 'two\nlines, "quoted" ✓' },
      { name: 'CUBEJS_DB_HOST', value: 'db.internal' },
      { name: '_empty', value: '' },
    ]
    await setVariables(owner, ...variables.toReversed())

    const { items } = await owner.api.getEnvVariables({ params: { deploymentId: owner.deploymentId } })

    expect(items).toEqual(variables)
  })

  it.each(['CUBEJS_DB_PASS', 'clientSecret', 'access_token', 'Api_Key', 'GOOGLE_CREDENTIALS', 'MONKEY', 'compassion'])(
    'masks the value of %s, whose name sounds like a secret',
    async (name) => {
      const owner = await server.admin()
      await setVariables(owner, { name, value: 'correct horse' })

      const { items, data } = await owner.api.getEnvVariables({ params: { deploymentId: owner.deploymentId } })

      expect([items, data]).toEqual([[{ name, value: '[ENCRYPTED]' }], [{ name, value: '[ENCRYPTED]' }]])
    },
  )

  it('gives the whole list at once when no page size is asked for', async () => {
    const owner = await server.admin()
    await setVariables(owner, ...Array.from({ length: 150 }, (_, index) => ({ name: `V_${index}`, value: String(index) })))

    const list = await owner.api.getEnvVariables({ params: { deploymentId: owner.deploymentId } })

    expect(list.items).toHaveLength(150)
    expect(list.pageInfo).toMatchObject({ hasNextPage: false })
  })
})
