import type { GenerateSession } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { requestProblems } from './session-rules.ts'

const settings = { useCreatorMode: false } as Parameters<typeof requestProblems>[1]
const user = { deploymentId: 1, externalId: 'ada' }

/** As many unknown fields as fit into a body of 1 MB, each close to a known one. */
const unknownFields = Object.fromEntries(
  Array.from({ length: 18_000 }, (_, index) => [`userAttributeDefinition${index}`.padEnd(50, 's'), 1]),
)

describe('the problems of a session request', () => {
  it('cost less than 20 ms for 18,000 unknown fields', () => {
    const body = { ...user, ...unknownFields } as GenerateSession
    requestProblems({ ...user, unknown: 1 } as GenerateSession, settings)
    const before = process.threadCpuUsage()

    const problems = requestProblems(body, settings)

    const { user: microseconds } = process.threadCpuUsage(before)
    expect(microseconds).toBeLessThan(20_000)
    expect(problems).toHaveLength(20)
  })

  it('contain suggestions for the first three unknown fields', () => {
    const problems = requestProblems({ ...user, group: 1, emial: 1, setting: 1, embedThem: 1 } as never, settings)

    expect(problems.map(({ message }) => /Did you mean (\w+)\?/.exec(message)?.[1])).toEqual(['groups', 'email', 'settings', undefined])
  })

  it('have escaped pointers of at most 500 characters', () => {
    const problems = requestProblems({ ...user, 'a/b': 1, ['x'.repeat(1000)]: 1 } as never, settings)

    expect(problems.map(({ pointer }) => pointer)).toEqual(['/body/a~1b', `/body/${'x'.repeat(494)}…`])
  })

  it('contain no search of a security context over its size limit', () => {
    const problems = requestProblems(
      { ...user, securityContext: { iss: 1, list: Array.from({ length: 10_000 }, () => '\u0000') } },
      settings,
    )

    expect(problems.map(({ code }) => code)).toEqual(['security_context_too_large'])
  })
})
