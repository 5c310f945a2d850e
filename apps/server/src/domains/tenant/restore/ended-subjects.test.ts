import { describe, expect, it } from 'vitest'
import { endedSubjects } from './ended-subjects.ts'

describe('what stands ended', () => {
  it('is kept by tenant and kind, each subject once', () => {
    const ended = endedSubjects([
      [1, 'api_key', 10],
      [2, 'api_key', 10],
      [1, 'api_key', 11],
      [1, 'api_key', 10],
      [1, 'embed_tenant', 10],
    ])

    expect(ended).toEqual(
      new Map([
        [
          1,
          new Map([
            ['api_key', new Set([10, 11])],
            ['embed_tenant', new Set([10])],
          ]),
        ],
        [2, new Map([['api_key', new Set([10])]])],
      ]),
    )
  })

  it('is not what was taken back since, and what was ended again after that', () => {
    const ended = endedSubjects([
      [1, 'principal_deactivated', 10],
      [1, 'principal_activated', 10],
      [1, 'principal_activated', 11],
      [1, 'principal_deactivated', 12],
      [1, 'principal_activated', 12],
      [1, 'principal_deactivated', 12],
      [1, 'embedding_frozen', 1],
      [1, 'embedding_thawed', 1],
      [1, 'tenant_suspended', 1],
      [1, 'tenant_resumed', 1],
    ])

    expect(ended.get(1)).toEqual(
      new Map([
        ['principal_deactivated', new Set([12])],
        ['embedding_frozen', new Set()],
        ['tenant_suspended', new Set()],
      ]),
    )
  })
})
