import { createSecretKey } from 'node:crypto'
import { describe, expect } from 'vitest'
import { type Actor, setVariables, useServer, withOwner } from '#test'

const server = useServer('shared')
const it = withOwner(server)

const slugOf = async ({ api, deploymentId }: Actor): Promise<string> =>
  (await api.getDeployment({ params: { deploymentId } })).deploymentUrl.split('/').at(-1) ?? ''

const secretOf = (text: string) => createSecretKey(Buffer.from(text))

const find = async (tenantId: number | null, key: string) => server.services().dataTargets.find(tenantId, key)

describe('where a request of the data API goes', () => {
  it('is found by the slug, within its tenant, and by no other', async ({ owner, stranger }) => {
    const slug = await slugOf(owner)
    const target = { tenantId: owner.tenantId, deploymentId: owner.deploymentId, slug, embedPolicy: 'refuse', apiSecret: null }

    expect(await find(owner.tenantId, slug)).toMatchObject(target)
    expect(await find(stranger.tenantId, slug)).toBeUndefined()
  })

  it('is found by a domain of its own', async ({ owner }) => {
    const customDomain = `data.${owner.host}`
    await owner.api.updateDeployment({ params: { deploymentId: owner.deploymentId }, body: { customDomain } })

    expect(await find(null, customDomain)).toMatchObject({ deploymentId: owner.deploymentId })
  })

  it('is found by its own tenant alone where two have one slug', async () => {
    const [owner, other] = [await server.admin(), await server.admin()]
    const slug = await slugOf(owner)
    await server.query('update deployments set slug = $1 where id = $2', [slug, other.deploymentId])
    await server.query('update environments set slug = $1 where deployment_id = $2', [slug, other.deploymentId])

    expect(await find(owner.tenantId, slug)).toMatchObject({ deploymentId: owner.deploymentId })
    expect(await find(other.tenantId, slug)).toMatchObject({ deploymentId: other.deploymentId })
  })

  it('follows the setting for cubes without a policy, and the secret, within the time of a notice', async ({ owner }) => {
    const key = await slugOf(owner)
    const params = { deploymentId: owner.deploymentId }
    const expectSoon = async (target: object): Promise<void> => {
      await expect.poll(() => find(owner.tenantId, key), { interval: 5, timeout: 30_000 }).toMatchObject(target)
    }
    expect(await find(owner.tenantId, key)).toMatchObject({ embedPolicy: 'refuse', apiSecret: null })

    await owner.api.updateDeployment({ params, body: { embedWithoutPolicy: 'warn' } })
    await expectSoon({ embedPolicy: 'warn' })
    await setVariables(owner, { name: 'CUBEJS_API_SECRET', value: 'first' })
    await expectSoon({ apiSecret: secretOf('first') })
    await setVariables(owner, { name: 'CUBEJS_API_SECRET', value: 'second' })
    await expectSoon({ apiSecret: secretOf('second') })
    await owner.api.deleteEnvVariable({ params: { ...params, name: 'CUBEJS_API_SECRET' } })
    await expectSoon({ apiSecret: null })
    await owner.api.deleteDeployment({ params })
    await expect.poll(() => find(owner.tenantId, key), { interval: 5, timeout: 30_000 }).toBeUndefined()
  })

  it('is none of a tenant that is suspended', async ({ owner }) => {
    const key = await slugOf(owner)
    expect(await find(owner.tenantId, key)).toBeDefined()

    await server.query('update tenants set suspended_at = now() where id = $1', [owner.tenantId])

    await expect.poll(() => find(owner.tenantId, key), { interval: 5, timeout: 30_000 }).toBeUndefined()
  })
})
