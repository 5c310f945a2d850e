import { describe, expect, it } from 'vitest'
import { createModelCache } from './cache.ts'
import { createComparisons, type Finished, type Opened, type ComparisonOutput } from './comparisons.ts'

const cube = (name: string, more = ''): string => `cubes:\n  - name: ${name}\n    sql_table: ${name}\n${more}`
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const json: ComparisonOutput = {
  as: 'json',
  files: [],
  rulesVersion: '1.0.0',
  head: { branchName: 'next', lastHash: 'b', baseBranch: 'main', baseHash: 'a' },
  mustAcknowledge: true,
}

type Version = Record<string, string>

/** Files of two versions, each content its own id; what is asked for is given. */
const comparing = (take: ReturnType<typeof createComparisons>, before: Version, after: Version) => {
  const filesOf = (version: Version) => Object.entries(version).map(([path, content]) => ({ path, id: content }))
  const open = (job: number): Opened => take({ step: 'open', job, before: filesOf(before), after: filesOf(after) }) as Opened
  return {
    open,
    finish: (job: number, output: ComparisonOutput): Finished => {
      const { missing } = open(job)
      take({ step: 'parse', job, files: missing.map((id) => ({ id, bytes: id.startsWith('large') ? null : bytesOf(id) })) })
      return take({ step: 'finish', job, output }) as Finished
    },
  }
}

const shown = (finished: Finished): unknown => ('bytes' in finished ? JSON.parse(new TextDecoder().decode(finished.bytes)) : finished)

describe('a comparison in steps', () => {
  it('asks for what it has not read, and answers as the whole', () => {
    const take = createComparisons()
    const { open, finish } = comparing(take, { 'model/a.yml': cube('a') }, { 'model/a.yml': cube('a'), 'model/b.yml': cube('b') })

    expect(open(1)).toEqual({ missing: [cube('a'), cube('b')], knownBytes: 0 })
    expect(shown(finish(1, json))).toMatchObject({
      branchName: 'next',
      needsAcknowledgement: false,
      changes: [{ kind: 'added', subject: { cube: 'b' } }],
    })
  })

  it('knows what it read for another, under whatever path', () => {
    const take = createComparisons()
    comparing(take, {}, { 'model/a.yml': cube('a') }).finish(1, json)
    const { open, finish } = comparing(take, { 'model/b.yml': cube('a') }, { 'model/c.yml': cube('a') })

    expect(open(2)).toEqual({ missing: [], knownBytes: cube('a').length })
    expect(shown(finish(2, json))).toMatchObject({ changes: [] })
  })

  it('asks again for a file that was no model where it lay, and is one now', () => {
    const take = createComparisons()
    const other = 'services: []\n'
    comparing(take, {}, { 'compose.yml': other }).finish(1, json)

    expect(comparing(take, {}, { 'other.yml': other }).open(2).missing).toEqual([])
    const moved = comparing(take, { 'compose.yml': other }, { 'model/compose.yml': other })
    expect(moved.open(3).missing).toEqual([other])
    expect(shown(moved.finish(3, json))).toMatchObject({
      opaque: [{ file: 'model/compose.yml', reason: expect.stringContaining('services') }],
    })
  })

  it('takes what is too large to read for a model that nobody knows, wherever it lies', () => {
    const take = createComparisons()
    const { finish } = comparing(take, { 'notes.yml': 'large 1' }, { 'notes.yml': 'large 2' })

    expect(shown(finish(1, json))).toMatchObject({
      needsAcknowledgement: true,
      changes: [{ id: 'opaque-changed', message: expect.stringContaining('larger than 1 MB') }],
    })
    expect(finish(1, { as: 'judgement', maxWidening: 5, maxBroken: 5 })).toMatchObject({
      judgement: { widening: { count: 1, listed: [{ file: 'notes.yml' }] }, broken: { members: [], isUncertain: true } },
    })
  })

  it('says so when it knows nothing of a comparison any more', () => {
    const take = createComparisons()

    expect(take({ step: 'finish', job: 7, output: json })).toEqual({ isDropped: true })
    expect(take({ step: 'drop', job: 7 })).toBeNull()
  })

  it('does not write an answer that is larger than one may be', () => {
    const take = createComparisons({ maxAnswerBytes: 1000 })
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`model/${n}.yml`, cube(`c${n}`)]))

    expect(comparing(take, {}, many).finish(1, json)).toHaveProperty('tooManyBytes')
    expect(comparing(take, many, many).finish(2, json)).toHaveProperty('bytes')
  })
})

describe('a cache of parsed files', () => {
  it('forgets what was not used for longest', () => {
    const cache = createModelCache({ maxBytes: 5000 })
    const file = { raw: null, isKeyed: false, bytes: 1500 }
    for (const id of ['a', 'b']) cache.keep(id, file)
    cache.lookUp('a')
    cache.keep('c', file)

    expect(['a', 'b', 'c'].map((id) => cache.lookUp(id) !== undefined)).toEqual([true, false, true])
  })
})
