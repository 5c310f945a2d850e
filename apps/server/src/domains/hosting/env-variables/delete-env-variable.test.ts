import { describe, expect, it } from 'vitest'
import { type Actor, givenDeployments, givenOldVariable, setVariables, useServer } from '#test'

const server = useServer()

const remove = ({ api, deploymentId }: Actor, name: string) => api.deleteEnvVariable({ params: { deploymentId, name } })

describe('deleteEnvVariable', () => {
  it('removes the one variable and answers the masked list of the others', async () => {
    const owner = await server.admin()
    await setVariables(owner, { name: 'GONE', value: '1' }, { name: 'gone', value: '2' }, { name: 'DB_PASS', value: 'horse' })

    const list = await remove(owner, 'GONE')

    expect(list.items).toEqual([
      { name: 'DB_PASS', value: '[ENCRYPTED]' },
      { name: 'gone', value: '2' },
    ])
    expect(await owner.api.getEnvVariables({ params: { deploymentId: owner.deploymentId } })).toEqual(list)
  })

  it('leaves the variable of the same name that another deployment has', async () => {
    const owner = await server.admin()
    const [second = 0] = await givenDeployments(owner, 'Second')
    const other = { ...owner, deploymentId: second }
    for (const actor of [owner, other]) await setVariables(actor, { name: 'SHARED', value: '1' })

    await remove(owner, 'SHARED')

    expect((await owner.api.getEnvVariables({ params: { deploymentId: second } })).items).toEqual([{ name: 'SHARED', value: '1' }])
  })

  it('says that the deployment has no variable of that name', async () => {
    const owner = await server.admin()
    await setVariables(owner, { name: 'ONCE', value: '1' })
    await remove(owner, 'ONCE')

    await expect(remove(owner, 'ONCE')).rejects.toMatchObject({
      status: 404,
      code: 'env_variable_not_found',
      message: expect.stringContaining('ONCE'),
    })
  })

  it.each(['old-name.v1', 'with space', 'a/b?c#d', '50%', 'über'])('removes %j, a name from before the rule', async (name) => {
    const owner = await server.admin()
    await givenOldVariable(server, owner, { name, value: 'before' })

    expect((await remove(owner, name)).items).toEqual([])
  })
})
