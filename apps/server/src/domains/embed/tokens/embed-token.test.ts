import type { OperationId, OperationInput } from '@facet/client'
import { type GenerateSession, type OperationShape, operations } from '@facet/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Actor, givenDeployments, givenToken, useServer } from '#test'

const server = useServer('shared')

const taking = (kind: string) => (operation: OperationShape) => operation.credentials.includes(kind as never)
const all: OperationShape[] = Object.values(operations)
const refusing = all.filter((operation) => operation.credentials.length > 0 && !taking('embed')(operation))

const readWith = (owner: Actor, authorization: string, deploymentId = owner.deploymentId) =>
  server.request({ headers: owner.headers }, `/api/v1/deployments/${deploymentId}`, { headers: { authorization } })

const part = (token: string, place: number): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[place] ?? '', 'base64url').toString()) as Record<string, unknown>
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('an embed token', () => {
  it.each(['Bearer', 'Embed-Token', 'Api-Key', 'bearer', 'embed-token'])('is taken after the word %s', async (word) => {
    const owner = await server.admin()
    const { token } = await givenToken(server, owner)

    expect((await readWith(owner, `${word} ${token}`)).status).toBe(200)
  })

  it('reads its own deployment and no other', async () => {
    const owner = await server.admin()
    const [other = 0] = await givenDeployments(owner, 'Second')
    const { token } = await givenToken(server, owner)
    const read = async (deploymentId: number) => {
      const answer = await readWith(owner, `Bearer ${token}`, deploymentId)
      return { status: answer.status, body: await answer.json() }
    }
    const refusal = (deploymentId: number) => ({
      status: 403,
      body: {
        code: 'forbidden',
        message: `This embed token is of a session for another deployment than ${deploymentId}. Mint a session for that deployment and exchange it.`,
      },
    })

    expect(await read(owner.deploymentId)).toMatchObject({ status: 200, body: { id: owner.deploymentId } })
    expect(await read(other)).toMatchObject(refusal(other))
    // What does not exist answers alike: nothing is learned of it.
    expect(await read(999_999_999)).toMatchObject(refusal(999_999_999))
  })

  it('of an internal administrator may do no more than any other', async () => {
    const owner = await server.admin()
    await owner.api.createUser({ body: { email: 'ada@a.example', username: 'ada', isAdmin: true } })
    const { sessionId } = await owner.api.generateSession({ body: { deploymentId: owner.deploymentId, internalId: 'ada' } })
    const { token } = await server.anonymous(owner).exchangeSession({ body: { sessionId } })

    const caller = { headers: owner.headers, key: token }
    expect(await server.outcome(caller, 'getDeployment', { params: { deploymentId: owner.deploymentId } })).toMatchObject({ status: 200 })
    expect(await server.outcome(caller, 'listApiKeys', {})).toEqual({ status: 403, code: 'forbidden' })
  })

  it('gets at content in creator mode, with an embed tenant to have a workspace in, and not otherwise', async () => {
    const owner = await server.admin()
    await owner.api.updateTenantSettings({ body: { useCreatorMode: true } })
    const isRefused = async (body: Partial<GenerateSession>): Promise<boolean> => {
      const { token } = await givenToken(server, owner, body)
      const caller = { headers: owner.headers, key: token }
      const { status } = await server.outcome(caller, 'workspaceObjects', { params: { deploymentId: owner.deploymentId } })
      return status === 403
    }

    expect(await isRefused({})).toBe(true)
    expect(await isRefused({ embedTenantName: 'acme-corp' })).toBe(true)
    expect(await isRefused({ creatorMode: true })).toBe(true)
    expect(await isRefused({ creatorMode: true, embedTenantName: 'acme-corp' })).toBe(false)
  })

  it.each([
    ['another signature', (token: string) => `${token.slice(0, -4)}AAAA`],
    ['no signature', (token: string) => `${token.split('.').slice(0, 2).join('.')}.`],
    ['no algorithm', (token: string) => `${encoded({ ...part(token, 0), alg: 'none' })}.${token.split('.')[1]}.x`],
    ['another algorithm', (token: string) => `${encoded({ ...part(token, 0), alg: 'HS256' })}.${token.split('.').slice(1).join('.')}`],
    ['an unknown key', (token: string) => `${encoded({ ...part(token, 0), kid: '999999999' })}.${token.split('.').slice(1).join('.')}`],
    ['a key of its own', (token: string) => `${encoded({ ...part(token, 0), jwk: {} })}.${token.split('.').slice(1).join('.')}`],
    [
      'other claims',
      (token: string) => [token.split('.')[0], encoded({ ...part(token, 1), deploymentId: 1 }), token.split('.')[2]].join('.'),
    ],
  ])('with %s is refused', async (_, forge) => {
    const owner = await server.admin()
    const { token } = await givenToken(server, owner)

    expect((await readWith(owner, `Bearer ${forge(token)}`)).status).toBe(401)
    expect((await readWith(owner, `Bearer ${token}`)).status).toBe(200)
  })
})
