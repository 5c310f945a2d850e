import { expect } from 'vitest'
import type { Actor, TestServer } from './server.ts'

/** A key that was taken back is refused as soon as the news has come, which takes its own way to a process; how soon is what `security revoke` measures. */
export const expectRevoked = (server: TestServer, actor: Actor): Promise<void> =>
  expect
    .poll(() => server.outcome(actor, 'getCurrentUser', {}), { interval: 5, timeout: 30_000 })
    .toEqual({ status: 401, code: 'unauthenticated' })

/** The same of an embed token, which reads nothing but its own deployment. */
export const expectTokenRevoked = (server: TestServer, owner: Actor, token: string, deploymentId = owner.deploymentId): Promise<void> =>
  expect
    .poll(() => server.outcome({ headers: owner.headers, key: token }, 'getDeployment', { params: { deploymentId } }), {
      interval: 5,
      timeout: 30_000,
    })
    .toEqual({ status: 401, code: 'embed_token_revoked' })

/** That a token still reads its deployment. */
export const expectTokenGood = async (
  server: TestServer,
  owner: Actor,
  token: string,
  deploymentId = owner.deploymentId,
): Promise<void> => {
  const outcome = await server.outcome({ headers: owner.headers, key: token }, 'getDeployment', { params: { deploymentId } })
  expect(outcome).toMatchObject({ status: 200, body: { id: deploymentId } })
}
