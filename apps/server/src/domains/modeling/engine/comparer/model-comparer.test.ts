import { createHash } from 'node:crypto'
import type { ComparisonStep } from '@facet/cube-model'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ObjectOverLimit } from '#adapters/git'
import { type ComputeProcess, createComputeProcess } from '#adapters/compute'
import { type Comparison, createModelComparer, type ModelComparer } from './model-comparer.ts'
import { modelWorkerProgram } from './model-worker-program.ts'

const { signal } = new AbortController()
const requester = { tenantId: 1, signal }
const head = { branchName: 'next', lastHash: 'b', baseBranch: 'main', baseHash: 'a' }
const json = { as: 'json' as const, files: [], rulesVersion: '1.0.0', head, mustAcknowledge: false }

const standardProcess = (): ComputeProcess => createComputeProcess(modelWorkerProgram, { memoryMb: 512 })

/** For tests that do not depend on what the process has read before. */
const shared = createModelComparer([standardProcess()])
afterAll(() => shared.close())

/** A comparer with a process of its own. */
const open = (process = standardProcess()): ModelComparer => {
  const comparer = createModelComparer([process])
  onTestFinished(() => comparer.close())
  return comparer
}

type Version = Record<string, string>

/** Two versions whose contents are read as from a repository. */
const versions = (before: Version, after: Version): Comparison & { reads: string[] } => {
  const idOf = (content: string): string => createHash('sha1').update(content).digest('hex')
  const entriesOf = (version: Version) => Object.entries(version).map(([path, content]) => ({ path, oid: idOf(content), mode: '100644' }))
  const contents = new Map([...Object.values(before), ...Object.values(after)].map((content) => [idOf(content), content]))
  const reads: string[] = []
  return {
    before: entriesOf(before),
    after: entriesOf(after),
    reads,
    objects: {
      sizeOf: async (oid) => Buffer.byteLength(contents.get(oid) ?? ''),
      read: async (oid, maxBytes = Infinity) => {
        reads.push(oid)
        const content = Buffer.from(contents.get(oid) ?? '')
        if (content.length > maxBytes) throw new ObjectOverLimit(oid, 'blob', content.length, maxBytes)
        return { type: 'blob', content }
      },
    },
  }
}

const cubes = (name: string, bytes: number): string => {
  const dimension = (n: number): string => `      - name: d${n}\n        sql: "{CUBE}.column_${n}"\n        type: string\n`
  const one = `  - name: ${name}\n    sql_table: ${name}\n    dimensions:\n`
  return `cubes:\n${one}${Array.from({ length: Math.ceil(bytes / 60) }, (_, n) => dimension(n)).join('')}`
}

const large = (count: number, bytes: number): Version =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`model/${n}.yml`, cubes(`c${n}`, bytes)]))

describe('a comparison of data models', () => {
  it('answers with what changed, and reads again only what is new', async () => {
    const comparer = open()
    const before = { 'model/a.yml': cubes('a', 100), 'model/b.yml': cubes('b', 100), 'picture.png': 'x' }
    const first = versions(before, { ...before, 'model/c.yml': cubes('c', 100) })

    const answer = JSON.parse((await comparer.describe(requester, first, json)).toString()) as object
    expect(answer).toMatchObject({ ...head, changes: [{ kind: 'added', subject: { cube: 'c' } }] })
    expect(first.reads).toHaveLength(3)

    const again = versions(before, { ...before, 'model/c.yml': cubes('c', 200) })
    await comparer.describe(requester, again, json)
    expect(again.reads).toHaveLength(1)
    expect((await comparer.judge(requester, again, 10)).widening).toMatchObject({ count: 1, listed: [{ file: 'model/c.yml' }] })
  })

  it('asks what breaks by the names that are gone, and says it with the rest', async () => {
    const change = versions({ 'model/a.yml': cubes('a', 100), 'model/b.yml': cubes('b', 100) }, { 'model/a.yml': cubes('a', 50) })
    const asked: unknown[] = []
    const none = { items: [], total: 0, shownToCustomers: 0, hasMore: false, isUncertain: false, needsAcknowledgement: false, renames: [] }
    const described = await shared.describe(requester, change, json, async (broken) => {
      asked.push(broken)
      return { ...none, total: 7 }
    })

    const members = [
      { name: 'a.d1', reason: 'removed' },
      { name: 'b', reason: 'removed' },
    ]
    expect(asked).toEqual([{ members, renames: [], isTruncated: false, isUncertain: false }])
    expect(JSON.parse(described.toString())).toMatchObject({ summary: { breaking: 2 }, content: { total: 7 } })
    expect(JSON.parse((await shared.describe(requester, change, json)).toString())).not.toHaveProperty('content')
    const failure = new Error('The database is gone.')
    await expect(shared.describe(requester, change, json, () => Promise.reject(failure))).rejects.toBe(failure)
    expect((await shared.judge(requester, change, 10)).broken.members).toEqual(members)
  })

  it('leaves the event loop to others', async () => {
    let turns = 0
    const turn = setInterval(() => turns++, 10)
    const startedMs = performance.now()

    await shared.describe(requester, versions({}, large(30, 50_000)), json)

    clearInterval(turn)
    // Even where the machine is busy with others: a loop that was blocked would have had a turn or two.
    expect(turns).toBeGreaterThan((performance.now() - startedMs) / 200)
  })

  it('refuses more YAML than one call compares before it reads any', async () => {
    const many = versions({}, large(40, 700_000))

    await expect(shared.describe(requester, many, json)).rejects.toMatchObject({
      status: 413,
      code: 'model_too_large',
      message: expect.stringContaining('where 16 MB may be'),
    })
    expect(many.reads).toEqual([])
  })

  it('takes a file that is too large for one that nobody knows', async () => {
    const { count, listed } = (await shared.judge(requester, versions({}, { 'model/a.yml': cubes('a', 1_500_000) }), 10)).widening

    expect([count, listed]).toEqual([1, [{ file: 'model/a.yml', message: expect.stringContaining('larger than 1 MB') }]])
  })

  it('that takes too much memory is refused, and others in the same process are not', async () => {
    const comparer = open(createComputeProcess(modelWorkerProgram, { memoryMb: 40 }))
    const small = versions({}, { 'model/a.yml': cubes('a', 100) })
    const [huge, ...others] = await Promise.allSettled([
      comparer.describe(requester, versions({}, large(10, 700_000)), json),
      ...[2, 3, 4].map((tenantId) => comparer.describe({ tenantId, signal }, small, json)),
    ])

    expect(huge).toMatchObject({ reason: { code: 'resource_limit_exceeded', message: expect.stringContaining('memory limit') } })
    expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  }, 120_000)

  it('leaves nothing of itself in its process, whatever became of it', async () => {
    const compute = standardProcess()
    const steps: ComparisonStep[] = []
    const comparer = open({
      ...compute,
      call: (call) => {
        steps.push(call.message as ComparisonStep)
        return compute.call(call)
      },
    })
    const jobsOf = (step: ComparisonStep['step']): number[] => steps.flatMap((taken) => (taken.step === step ? [taken.job] : []))
    await comparer.describe(requester, versions({}, { 'model/a.yml': cubes('a', 100) }), json)
    await expect(comparer.describe(requester, versions({}, large(40, 700_000)), json)).rejects.toMatchObject({ code: 'model_too_large' })

    expect(jobsOf('open')).toHaveLength(2)
    await vi.waitFor(() => expect(jobsOf('drop')).toEqual(jobsOf('open')))
  })

  it('ends when nobody waits for it any more', async () => {
    const comparer = open()
    const leaving = new AbortController()
    const left = comparer.describe({ tenantId: 1, signal: leaving.signal }, versions({}, large(30, 100_000)), json)
    leaving.abort(new Error('left'))

    await expect(left).rejects.toThrow('left')
    await expect(comparer.describe(requester, versions({}, {}), json)).resolves.toBeInstanceOf(Buffer)
  }, 120_000)
})
