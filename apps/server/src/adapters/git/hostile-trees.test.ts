import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeRepository, type OwnRepository, writeDeepTree, writeTreeBomb } from '#test'
import { createObjectReader, type ObjectReader } from './objects.ts'
import { createGit, type Git } from './run.ts'
import { listTree } from './tree.ts'

let folder: string
let repository: OwnRepository
let objects: ObjectReader

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-hostile-test-'))
  repository = await makeRepository(join(folder, 'hostile.git'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => {
  objects = createObjectReader(repository.dir)
})
afterEach(() => objects.close())

const refusal = (message: string) => ({ code: 'model_too_large', status: 413, message: expect.stringContaining(message) })

describe('a tree that is more than it looks', () => {
  it('is listed no further than its limits: many paths in few objects', async () => {
    const bomb = await writeTreeBomb(repository, 20, 12)

    await expect(listTree(objects, bomb)).rejects.toMatchObject(refusal('more than 25000 files and folders'))
  })

  it('is listed no further than its limits: folders within folders', async () => {
    await expect(listTree(objects, await writeDeepTree(repository, 70))).rejects.toMatchObject(refusal('64 levels deep'))
    expect(await listTree(objects, await writeDeepTree(repository, 30))).toHaveLength(1)
  })

  it('is listed no further than its limits: long names, and many of them', async () => {
    const blob = await repository.writeObject('blob', 'x')
    const entry = (name: string): Buffer => Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(blob, 'hex')])
    const long = await repository.writeObject('tree', entry('n'.repeat(5000)))
    const wide = await repository.writeObject('tree', Buffer.concat(Array.from({ length: 30_000 }, (_, place) => entry(`n${place}`))))
    const huge = await repository.writeObject(
      'tree',
      Buffer.concat(Array.from({ length: 2500 }, (_, place) => entry(`${place}${'n'.repeat(4000)}`))),
    )

    await expect(listTree(objects, long)).rejects.toMatchObject(refusal('a path of more than 4096 bytes'))
    await expect(listTree(objects, wide)).rejects.toMatchObject(refusal('more than 25000 files and folders'))
    await expect(listTree(objects, huge)).rejects.toMatchObject(refusal('bytes'))
  })
})

describe('a reader of objects', () => {
  it('does not take what is too large, and goes on with what was asked beside it', async () => {
    const small = await repository.writeObject('blob', 'small')
    const large = await repository.writeObject('blob', Buffer.alloc(20_000_000))
    const huge = await repository.writeObject('blob', Buffer.alloc(100_000_000))

    const reads = await Promise.allSettled(
      [small, large, small, huge, small, huge, huge, huge, huge, small].map((oid) => objects.read(oid)),
    )

    expect(reads.map(({ status }) => status)).toEqual(
      ['small', 'large', 'small', 'huge', 'small', 'huge', 'huge', 'huge', 'huge', 'small'].map((size) =>
        size === 'small' ? 'fulfilled' : 'rejected',
      ),
    )
    expect(reads[3]).toMatchObject({ reason: refusal('has 100000000 bytes') })
    expect((await objects.read(small)).content.toString()).toBe('small')
    expect(await Promise.all([objects.sizeOf(huge), objects.sizeOf(small)])).toEqual([100_000_000, 5])
    await expect(objects.sizeOf('0'.repeat(40))).rejects.toThrow('missing')
    await expect(objects.read(small, 4)).rejects.toMatchObject(refusal('at most 4 are read'))
  })

  it('that is closed while it waits for its turn starts nothing, and gives its turn on', async () => {
    const { promise: mayEnter, resolve: letIn } = Promise.withResolvers<undefined>()
    const turns: string[] = []
    const git = createGit({
      enter: async () => {
        await mayEnter
        return () => turns.push('leave')
      },
    })
    const started: string[] = []
    const start: Git['start'] = (call) => {
      started.push(call.args.join(' '))
      return git.start(call)
    }
    const reader = createObjectReader({ path: '/', git: { ...git, start } })

    const read = reader.read('0'.repeat(40))
    reader.close()
    letIn(undefined)

    await expect(read).rejects.toThrow('git stopped reading objects.')
    expect({ turns, started }).toEqual({ turns: ['leave'], started: [] })
  })

  it('works in turns, and gives its turn on also when nothing came of what was asked', async () => {
    const turns: string[] = []
    const git = createGit({
      enter: async () => {
        turns.push('enter')
        return () => turns.push('leave')
      },
    })
    const inTurn = createObjectReader({ ...repository.dir, git })
    onTestFinished(() => inTurn.close())
    const small = await repository.writeObject('blob', 'small')

    await inTurn.read(small)
    await expect(inTurn.read('0'.repeat(40))).rejects.toThrow('missing')
    await expect(inTurn.sizeOf('0'.repeat(40))).rejects.toThrow('missing')
    await expect(inTurn.read(small, 4)).rejects.toMatchObject(refusal('at most 4 are read'))

    expect(turns).toEqual(Array.from({ length: 4 }, () => ['enter', 'leave']).flat())
  })

  it('that finds no repository fails whoever asks, and does not try for ever', async () => {
    const lost = createObjectReader({ ...repository.dir, path: join(folder, 'none.git') })

    const reads = await Promise.allSettled(Array.from({ length: 20 }, () => lost.read('0'.repeat(40))))

    expect(reads.every(({ status }) => status === 'rejected')).toBe(true)
  })
})
