import { describe, expect, it } from 'vitest'
import type { bulkUserAction, getCurrentUser } from '@facet/contract'
import { audited, auditedAnswer, nothingTouched, touchedIn } from '#kernel/audit'
import type { Handler } from '#context'

type Write = Handler<typeof bulkUserAction>
const answer = { action: 'DELETE' as const, succeeded: [], failed: [] }
const user = { kind: 'user', id: 5, did: 'deleted' } as const

// Each of these is a handler that must not compile: were the types to let one pass, the expected error would be missing.
export const forgotten = [
  // @ts-expect-error A write says what it touched.
  (async () => answer) satisfies Write,
  // @ts-expect-error An empty list could have been forgotten.
  (async () => audited(answer, [])) satisfies Write,
  // @ts-expect-error Something that is only a place is nothing that was done.
  (async () => audited(answer, [{ kind: 'user', id: 5 }])) satisfies Write,
  // @ts-expect-error Not a kind that the contract says it touches.
  (async () => audited(answer, [{ kind: 'group', id: 5, did: 'deleted' }])) satisfies Write,
  // @ts-expect-error Nor in a list that may be empty.
  (async () => audited(answer, touchedIn([user], { kind: 'tenant', id: 1 }))) satisfies Write,
  // @ts-expect-error A read touches nothing.
  (async () => audited({} as never, [user])) satisfies Handler<typeof getCurrentUser>,
]

export const complete = [
  (async () => audited(answer, [user])) satisfies Write,
  (async () => audited(answer, nothingTouched)) satisfies Write,
  (async () => audited(answer, touchedIn([user]))) satisfies Write,
]

describe('audit targets', () => {
  it('are none where nothing was touched, and the places then do not count', () => {
    expect(touchedIn([], { kind: 'deployment', id: 7 })).toBe(nothingTouched)
    expect(touchedIn([user], { kind: 'deployment', id: 7 })).toEqual([user, { kind: 'deployment', id: 7 }])
  })

  it('are demanded of a write also where no type saw its handler', () => {
    const operation = { id: 'deleteUser' } as Parameters<typeof auditedAnswer>[0]

    expect(() => auditedAnswer(operation, { success: true })).toThrow('deleteUser did not say what it touched')
    expect(auditedAnswer(operation, audited({ success: true }, [user]))).toMatchObject({ answer: { success: true }, targets: [user] })
  })
})
