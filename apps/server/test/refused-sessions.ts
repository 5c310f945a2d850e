import { beforeAll, expect, it } from 'vitest'
import type { Actor, TestServer } from './server.ts'
import { givenCatalogs, mint, refusalOf, rowCounts, type SessionBody } from './session-cases.ts'

export type RefusedSession = [rule: string, body: SessionBody, status: number, code: string, message?: string | RegExp]

/** One case for each request: refused with this status, code and message, and nothing of it is stored. */
export const itRefusesSessions = (
  server: TestServer,
  cases: RefusedSession[],
  given: () => Promise<Actor> = () => givenCatalogs(server),
): void => {
  // One situation for all: none of these may change it, which each of them checks.
  let owner: Actor
  beforeAll(async () => {
    owner = await given()
  })

  it.each(cases)('refuses %s, and leaves nothing behind', async (_, body, status, code, message) => {
    const before = await rowCounts(server, owner)

    const refusal = await refusalOf(mint(owner, body))

    expect(refusal).toMatchObject({ status, code })
    if (typeof message === 'string') expect(refusal.message).toBe(message)
    if (message instanceof RegExp) expect(refusal.message).toMatch(message)
    expect(await rowCounts(server, owner)).toEqual(before)
  })
}
