import { createDeployment, type OperationShape } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import type { Caller } from '#access'
import { createJoinDuplicates } from './duplicates.ts'
import type { Call, Outcome } from './call.ts'

const operation: OperationShape = createDeployment

const callOf = (change: { credentialId?: number; key?: string; body?: unknown } = {}): Call => ({
  operation,
  caller: { tenantId: 1, credentialId: change.credentialId ?? 2 } as Caller,
  origin: 'https://acme.test',
  requestId: 'r',
  input: { params: {}, query: {}, body: change.body ?? { name: 'First' }, file: undefined },
  idempotencyKey: change.key ?? 'k',
  signal: new AbortController().signal,
  confirm: () => undefined,
  holdBytes: () => undefined,
  releaseBody: () => undefined,
})

/** Runs that end when the test says so. */
const heldRuns = () => {
  const started: { end: (outcome: Outcome) => void; fail: (error: Error) => void }[] = []
  const run = (): Promise<Outcome> => new Promise((resolve, reject) => started.push({ end: resolve, fail: reject }))
  return { run, started }
}

describe('duplicates in one process', () => {
  it('run once and share the answer, marked as a replay for all but the first', async () => {
    const join = createJoinDuplicates()
    const { run, started } = heldRuns()
    const answers = [1, 2, 3].map(() => join(callOf(), run))

    started[0]?.end({ body: '{}', isReplay: false })

    expect(started).toHaveLength(1)
    await expect(Promise.all(answers)).resolves.toEqual([
      { body: '{}', isReplay: false },
      { body: '{}', isReplay: true },
      { body: '{}', isReplay: true },
    ])
  })

  it('share a failure, and the next one runs anew', async () => {
    const join = createJoinDuplicates()
    const { run, started } = heldRuns()
    const answers = [1, 2].map(() => join(callOf(), run))

    started[0]?.fail(new Error('gone'))
    const outcomes = await Promise.allSettled(answers)
    void join(callOf(), run)

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(started).toHaveLength(2)
  })

  it('are not those with another key, body or credential', () => {
    const join = createJoinDuplicates()
    const { run, started } = heldRuns()

    for (const change of [{}, { key: 'other' }, { body: { name: 'Second' } }, { credentialId: 3 }]) void join(callOf(change), run)

    expect(started).toHaveLength(4)
  })
})
