import { describe, expect, it } from 'vitest'
import { createClient, type EndedSync } from '../src/index.ts'

const params = { deploymentId: 1042, syncJobId: '7' }
const result = {
  syncJobId: '7',
  generatedFiles: [],
  manifestStats: { models: 1, sources: 0, macros: 0 },
  cubeCount: 1,
  completedAt: 'x',
  durationMs: 5,
}

const statusAt = (status: string, percentComplete: number, more: object = {}) => ({
  syncJobId: '7',
  status,
  progress: { stage: status, percentComplete, message: null },
  updatedAt: '2026-11-16T12:00:00.000Z',
  error: null,
  problem: null,
  ...more,
})

/** A service that tells these one after the other, and the last again and again. */
const clientTelling = (...told: object[]) => {
  const waits: number[] = []
  const api = createClient({
    baseUrl: 'https://facet.example',
    key: 'sk-x',
    wait: async (ms, signal) => {
      signal?.throwIfAborted()
      waits.push(ms)
    },
    fetch: async (url) => {
      if (url.endsWith('/result')) return Response.json(result)
      return Response.json(told.length > 1 ? told.shift() : told[0])
    },
  })
  return { api, waits }
}

describe('dbtSync.wait', () => {
  it('tells each stage once, and gives the result', async () => {
    const { api, waits } = clientTelling(
      statusAt('INITIALIZING', 0),
      statusAt('COMPILING_DBT', 50),
      statusAt('COMPILING_DBT', 50),
      statusAt('COMPLETED', 100),
    )
    const told: string[] = []

    const ended = await api.dbtSync.wait(
      { params },
      { pollMs: 10, onProgress: ({ stage, percentComplete }) => told.push(`${stage} ${percentComplete}`) },
    )

    expect(ended).toEqual({ status: 'COMPLETED', result, error: null })
    expect(told).toEqual(['INITIALIZING 0', 'COMPILING_DBT 50', 'COMPLETED 100'])
    expect(waits).toEqual([10, 10, 10])
  })

  it.each<[object, Partial<EndedSync>]>([
    [statusAt('FAILED', 50, { error: 'No such ref.', problem: { code: 'ref_not_found' } }), { status: 'FAILED', error: 'No such ref.' }],
    [statusAt('UNKNOWN', 50), { status: 'UNKNOWN', result: null }],
  ])('gives how it ended otherwise', async (told, ended) => {
    expect(await clientTelling(told).api.dbtSync.wait({ params })).toMatchObject(ended)
  })

  it('takes a stage that it does not know for one under way', async () => {
    expect(await clientTelling(statusAt('POLISHING', 99), statusAt('COMPLETED', 100)).api.dbtSync.wait({ params })).toMatchObject({
      status: 'COMPLETED',
    })
  })

  it('gives up after the time it was given, and says where the sync is', async () => {
    const waiting = clientTelling(statusAt('COMPILING_DBT', 50)).api.dbtSync.wait({ params }, { timeoutMs: 0 })

    await expect(waiting).rejects.toMatchObject({ code: 'wait_timed_out', message: expect.stringContaining('COMPILING_DBT') })
  })

  it('ends when its caller wants no more', async () => {
    const stopping = new AbortController()
    const waiting = clientTelling(statusAt('COMPILING_DBT', 50)).api.dbtSync.wait(
      { params },
      { signal: stopping.signal, onProgress: () => stopping.abort(new Error('enough')) },
    )

    await expect(waiting).rejects.toThrow('enough')
  })
})
