import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createGit, type GitDir } from '#adapters/git'
import { type AuthoringNode, startAuthoringNode, useServer } from '#test'
import { createLocalCopies, type LocalCopies, type LocalCopy } from './local-copies.ts'
import type { Edit, RepositoryId, RepositoryState } from './types.ts'

const server = useServer()
const signal = new AbortController().signal
const author = { name: 'Ada', email: 'ada@facet.test' }
const roomBytes = 1_000_000_000
// Larger than what is kept in memory: each read of it asks git.
const large = 'x'.repeat(400_000)

let node: AuthoringNode
let folder: string
let copies: LocalCopies
let repositoryId: RepositoryId

beforeAll(async () => {
  node = await startAuthoringNode(server.services(), 'writer')
})
afterAll(() => node.stop())

beforeEach(async () => {
  const { tenantId, deploymentId } = await server.admin()
  repositoryId = { tenantId, deploymentId }
  folder = await mkdtemp(join(tmpdir(), 'facet-copies-'))
  copies = createLocalCopies({ folder, store: server.services().objects, maxBytes: roomBytes, gitOf: () => createGit() })
  return async () => {
    await copies.close()
    await rm(folder, { recursive: true, force: true })
  }
})

const save =
  (path: string, text: string) =>
  async (edit: Edit): Promise<void> => {
    const head = edit.state.refs['heads/main'] ?? ''
    const changes = [{ path, content: Buffer.from(text) }]
    edit.setRef('heads/main', await edit.writeCommit({ parents: [head], changes, message: `Save ${path}`, author }))
  }

const state = (): Promise<RepositoryState> => node.repositories.readAt(repositoryId, signal, async (_copy, found) => found)

const givenTwoStates = async (): Promise<[RepositoryState, RepositoryState]> => {
  await node.change(repositoryId, save('first.yml', large))
  const before = await state()
  await node.change(repositoryId, save('second.yml', `${large}2`))
  return [before, await state()]
}

const oidOf = async (listTree: (commit: string) => Promise<{ path: string; oid: string }[]>, at: RepositoryState, path: string) =>
  (await listTree(at.refs['heads/main'] ?? '')).find((entry) => entry.path === path)?.oid ?? ''

const foldersOf = async (): Promise<string[]> => (await readdir(folder)).filter((name) => name.startsWith(`${repositoryId.tenantId}-`))

describe('a copy whose packs another use does without', () => {
  it('goes on answering those who read from it', async () => {
    const [older, newer] = await givenTwoStates()

    const reads = await copies.use(repositoryId, newer, 'all', async ({ objects, listTree }) => {
      const oid = await oidOf(listTree, newer, 'second.yml')
      let isDropped = false
      const dropping = copies.use(repositoryId, older, 'exact', async () => undefined).finally(() => (isDropped = true))
      let count = 0
      do count += (await Promise.all(Array.from({ length: 8 }, () => objects.read(oid)))).length
      while (!isDropped)
      await dropping
      // A new question after all of it: the pack is still there for whoever began with it.
      return count + (await objects.read(oid)).content.length
    })

    expect(reads).toBeGreaterThan(large.length)
  })

  it('shows a change those packs alone that its state names', async () => {
    const [older, newer] = await givenTwoStates()
    const packsIn = async ({ path }: GitDir): Promise<number> =>
      (await readdir(join(path, 'objects', 'pack'))).filter((name) => name.endsWith('.pack')).length

    await copies.use(repositoryId, newer, 'all', async (all) => {
      await copies.use(repositoryId, older, 'exact', async (exact) => {
        expect(await packsIn(exact.gitDir)).toBe(older.packs.length)
        expect(await packsIn(all.gitDir)).toBe(newer.packs.length)
      })
    })
  })

  it('is gone from the disk when the last of them has left', async () => {
    const [older, newer] = await givenTwoStates()

    await copies.use(repositoryId, newer, 'all', async () => {
      await copies.use(repositoryId, older, 'exact', async () => undefined)
      expect(await foldersOf()).toHaveLength(2)
    })

    await vi.waitFor(async () => expect(await foldersOf()).toHaveLength(1))
    await copies.use(repositoryId, newer, 'all', async ({ listTree }) => expect(await oidOf(listTree, newer, 'second.yml')).not.toBe(''))
  })
})

it('ends the git reader of an unused copy after many others were read', async () => {
  const git = createGit()
  const started: ReturnType<typeof git.start>[] = []
  const start: typeof git.start = (call) => {
    const child = git.start(call)
    started.push(child)
    return child
  }
  const counted = createLocalCopies({ folder, store: server.services().objects, maxBytes: roomBytes, gitOf: () => ({ ...git, start }) })
  onTestFinished(() => counted.close())
  const running = () => started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  await node.change(repositoryId, save('first.yml', large))
  const at = await state()
  const read = async ({ objects, listTree }: LocalCopy) => (await objects.read(await oidOf(listTree, at, 'first.yml'))).content.length
  // The same packs under other names: to this node each is a repository of its own.
  const others = Array.from({ length: 20 }, (_, n) => ({ ...repositoryId, deploymentId: repositoryId.deploymentId + 1 + n }))

  await counted.use(repositoryId, at, 'all', async (copy) => {
    await read(copy)
    for (const other of others) await counted.use(other, at, 'all', read)
    expect(running()[0]).toBe(started[0])
    expect(await read(copy)).toBe(large.length)
  })

  expect(started).toHaveLength(21)
  await vi.waitFor(() => expect(running()).toHaveLength(12), { timeout: 30_000 })
})
