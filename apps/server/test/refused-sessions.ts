import { beforeAll, expect, it } from 'vitest'
import type { Actor, TestServer } from './server.ts'
import { dryRun, givenCatalogs, mint, refusalOf, rowCounts, type SessionBody } from './session-cases.ts'

export type RefusedSession = [rule: string, body: SessionBody, status: number, code: string, message?: string | RegExp]

type Case = SessionBody | [body: SessionBody, message: string | RegExp]

/** Requests that are refused with one code, by the rule that each violates. */
export const refusedSessions = (code: string, cases: Record<string, Case>, status = 400): RefusedSession[] =>
  Object.entries(cases).map(([rule, given]) =>
    Array.isArray(given) ? [rule, given[0], status, code, given[1]] : [rule, given, status, code],
  )

/** The dry run refuses these itself, before it looks for problems. */
const refusedByDryRun = new Set(['invalid_request', 'deployment_not_found'])

/** Checks for each request the status, code and message of the refusal, that the dry run reports the same, and that no row is stored. */
export const itRefusesSessions = (
  server: TestServer,
  cases: RefusedSession[],
  given: () => Promise<Actor> = () => givenCatalogs(server),
): void => {
  // Refusals change nothing, so all cases share one tenant.
  let owner: Actor
  beforeAll(async () => {
    owner = await given()
  })

  it.each(cases)('refuses %s and stores nothing', async (_, body, status, code, message) => {
    const before = await rowCounts(server, owner)

    const refusal = await refusalOf(mint(owner, body))

    expect(refusal).toMatchObject({ status, code })
    if (typeof message === 'string') expect(refusal.message).toBe(message)
    if (message instanceof RegExp) expect(refusal.message).toMatch(message)
    if (refusedByDryRun.has(code)) expect(await refusalOf(dryRun(owner, body))).toMatchObject({ status, code })
    else expect((await dryRun(owner, body)).problems[0]).toMatchObject({ status, code, message: refusal.message })
    expect(await rowCounts(server, owner)).toEqual(before)
  })
}
