import { randomBytes } from 'node:crypto'
import type { CreateApiKeyInput } from '@facet/contract'
import { markOf } from './access-cases.ts'
import { type Actor, deploymentInput, type TestServer } from './server.ts'

/** A name of nobody else's that carries the actor's mark; plain enough for everything that has a name. */
export const markedName = (actor: Actor): string => `${markOf(actor)}-${randomBytes(4).toString('hex')}`

export const givenDeployments = async (owner: Actor, ...names: string[]): Promise<number[]> => {
  const ids: number[] = []
  for (const name of names) ids.push((await owner.api.createDeployment({ body: deploymentInput(name) })).id)
  return ids
}

/** The same person with a further key, made through the API by the key they hold. */
export const givenKey = async (
  server: TestServer,
  maker: Actor,
  body: Omit<CreateApiKeyInput, 'name'> = {},
): Promise<Actor & { keyId: number }> => {
  const { id, secret } = await maker.api.createApiKey({ body: { name: markedName(maker), ...body } })
  return { ...maker, key: secret, keyId: id, api: server.clientFor(maker, secret) }
}

/** A service account of the tenant, using a key of its own. */
export const givenServiceAccount = async (
  server: TestServer,
  admin: Actor,
  role = 'Developer',
): Promise<Actor & { keyId: number; name: string; serviceAccountId: number }> => {
  const { id, name } = await admin.api.createServiceAccount({ body: { name: markedName(admin), role } })
  return { ...(await givenKey(server, admin, { serviceAccountId: id })), name, serviceAccountId: id }
}
