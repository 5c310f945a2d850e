import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { givenToken } from './given-session.ts'
import type { Actor, TestServer } from './server.ts'
import { setVariables } from './variables.ts'

export const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const plainHeader = { alg: 'HS256', typ: 'JWT' }
const apiSecret = 'a secret of the deployment that is long enough'

/** A token as whoever holds the secret of a deployment signs it. */
export const signedBySecret = (claims: object, secret = apiSecret, header: object = plainHeader): string => {
  const input = `${encodePart(header)}.${encodePart(claims)}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

/** The address of a deployment on its tenant's host. */
export const dataPathOf = async ({ api, deploymentId }: Actor): Promise<string> =>
  new URL((await api.getDeployment({ params: { deploymentId } })).deploymentUrl ?? '').pathname

/** Somebody with a deployment whose data API can be asked. */
export const givenDataApi = async (server: TestServer) => {
  const owner = await server.admin()
  await setVariables(owner, { name: 'CUBEJS_API_SECRET', value: apiSecret })
  const base = await dataPathOf(owner)
  return {
    owner,
    base,
    ask: (path: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> =>
      fetch(`${server.url()}${base}${path}`, { ...init, headers: { ...owner.headers, ...headers } }),
    session: (body = {}) => givenToken(server, owner, body),
  }
}
export type GivenDataApi = Awaited<ReturnType<typeof givenDataApi>>

/** What the data API said no with; the request id is in both places. */
export const dataRefusalOf = async (response: Response) => {
  const { code, error, requestId } = (await response.json()) as Record<string, string>
  expect(requestId).toBe(response.headers.get('x-request-id'))
  return { status: response.status, code, error }
}
