import { appendFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, vi, test } from 'vitest'
import { runIn } from '#adapters/git'
import { type AuthoringNode, idleTransactions, startAuthoringNode, useServer } from '#test'
import { maxPacks } from './repack.ts'
import type { Edit, RepositoryId, RepositoryState } from './types.ts'

const server = useServer()
const signal = new AbortController().signal
const author = { name: 'Ada', email: 'ada@facet.test' }

let one: AuthoringNode
let two: AuthoringNode

beforeAll(async () => {
  one = await startAuthoringNode(server.services(), 'one')
  two = await startAuthoringNode(server.services(), 'two')
})
afterAll(async () => {
  await one.stop()
  await two.stop()
})

const repositoryId = async (): Promise<RepositoryId> => {
  const { tenantId, deploymentId } = await server.admin()
  return { tenantId, deploymentId }
}

const save =
  (path: string, text: string) =>
  async (edit: Edit): Promise<string> => {
    const head = edit.state.refs['heads/main'] ?? ''
    const changes = [{ path, content: Buffer.from(text) }]
    const commit = await edit.writeCommit({ parents: [head], changes, message: `Save ${path}`, author })
    edit.setRef('heads/main', commit)
    return commit
  }

const stateOn = (node: AuthoringNode, at: RepositoryId): Promise<RepositoryState> =>
  node.repositories.readAt(at, signal, async (_copy, state) => state)

const pathsOn = (node: AuthoringNode, at: RepositoryId): Promise<string[]> =>
  node.repositories.readAt(at, signal, async (copy, state) => (await copy.listTree(state.refs['heads/main'] ?? '')).map(({ path }) => path))

/** What git itself says of the copy: every object there, every link whole. */
const check = (node: AuthoringNode, at: RepositoryId) =>
  node.repositories.readAt(at, signal, (copy, state) =>
    runIn(copy.gitDir, { args: ['fsck', '--strict', '--no-dangling', ...new Set(Object.values(state.refs))] }),
  )

const unreferencedOf = (at: RepositoryId) =>
  server.query<{ key: string; hours: number }>(
    'select key, (extract(epoch from due_at - now()) / 3600)::float8 as hours from unreferenced_objects where tenant_id = $1 order by due_at, key',
    [at.tenantId],
  )

const it = test.extend('at', () => repositoryId())

describe('a repository', () => {
  it('begins with the starter files, once, however many nodes look first', async ({ at }) => {
    const [a, b] = await Promise.all([stateOn(one, at), stateOn(two, at)])

    expect(a.refs).toEqual(b.refs)
    expect(await pathsOn(two, at)).toEqual(['README.md'])
  })

  it('shows a node that never saw it what another wrote', async ({ at }) => {
    const commit = await one.change(at, save('model/orders.yml', 'cubes: []\n'))

    expect((await stateOn(two, at)).refs['heads/main']).toBe(commit)
    expect(await pathsOn(two, at)).toEqual(['README.md', 'model/orders.yml'])
    await check(two, at)
  })

  it('keeps both of two changes that nodes make at the same time, one upon the other', async ({ at }) => {
    await Promise.all(Array.from({ length: 6 }, (_, index) => (index % 2 ? one : two).change(at, save(`model/${index}.yml`, `${index}\n`))))

    expect(await pathsOn(one, at)).toHaveLength(7)
    const { epoch, version } = await stateOn(two, at)
    expect(version).toBe(7)
    expect(epoch).toBeGreaterThan(1)
    await check(one, at)
  })

  it('takes a change that another overtook once more, on the newer state and with no transaction open meanwhile', async ({ at }) => {
    await stateOn(one, at)
    const open: number[] = []

    await one.change(at, async (edit) => {
      open.push(await idleTransactions(server.database()))
      if (open.length === 1) await two.change(at, save('model/quicker.yml', 'quicker\n'))
      return save('model/overtaken.yml', 'overtaken\n')(edit)
    })

    expect(open).toEqual([0, 0])
    expect(await pathsOn(two, at)).toEqual(['README.md', 'model/overtaken.yml', 'model/quicker.yml'])
  })

  it('is untouched by a change whose transaction is undone, and takes the next one', async ({ at }) => {
    const before = await stateOn(one, at)
    const undone = one.change(at, save('model/lost.yml', 'lost\n'), () => Promise.reject(new Error('undone')))

    await expect(undone).rejects.toThrow('undone')

    expect(await stateOn(one, at)).toEqual(before)
    // The same bytes again: they must not be taken for there because an undone change had them.
    await one.change(at, save('model/lost.yml', 'lost\n'))
    expect(await pathsOn(two, at)).toContain('model/lost.yml')
    await check(two, at)
  })

  it('lists the objects of a change that was given up as nobody’s', async ({ at }) => {
    await stateOn(one, at)

    await one.change(at, save('model/lost.yml', 'lost\n'), () => Promise.reject(new Error('undone'))).catch(() => undefined)

    const unreferenced = await unreferencedOf(at)
    expect(unreferenced).toHaveLength(2)
    expect(unreferenced[0]?.hours).toBeGreaterThan(23)
  })

  it('refuses a change whose objects the collector has claimed meanwhile', async ({ at }) => {
    const before = await stateOn(one, at)
    const { objects, pool } = server.services()
    const put = vi.spyOn(objects, 'put')
    put.mockImplementation(async (key, source, call) => {
      put.mockRestore()
      const done = await objects.put(key, source, call)
      await server.query('update unreferenced_objects set is_claimed = true where tenant_id = $1', [at.tenantId])
      return done
    })

    await expect(one.change(at, save('model/late.yml', 'late\n'))).rejects.toMatchObject({ code: 'service_unavailable' })

    expect(pool.waitingCount).toBe(0)
    expect(await stateOn(one, at)).toEqual(before)
  })

  it('says nothing is safe when the store kept other bytes than it was given', async ({ at }) => {
    const before = await stateOn(one, at)
    const { objects } = server.services()
    const folder = (server.services().config.objectStore as { folder: string }).folder
    const put = vi.spyOn(objects, 'put')
    put.mockImplementation(async (key, source, call) => {
      put.mockRestore()
      const done = await objects.put(key, source, call)
      await appendFile(join(folder, key), 'x')
      return done
    })

    await expect(one.change(at, save('model/a.yml', 'a\n'))).rejects.toMatchObject({
      code: 'service_unavailable',
      cause: { name: 'ObjectCorrupt' },
    })

    expect(await stateOn(one, at)).toEqual(before)
  })

  it('makes an index again that the store has lost', async ({ at }) => {
    await one.change(at, save('model/a.yml', 'a\n'))
    const folder = (server.services().config.objectStore as { folder: string }).folder
    for (const { indexKey } of (await stateOn(one, at)).packs) await appendFile(join(folder, indexKey), 'x')

    expect(await pathsOn(two, at)).toContain('model/a.yml')
    await check(two, at)
  })

  it('has few packs after many changes, drops nothing, and lets the old ones go when they can no longer be restored', async ({ at }) => {
    const count = maxPacks * 2 + 3
    for (let index = 0; index < count; index++) await one.change(at, save(`model/${index}.yml`, `${index}\n`))

    await vi.waitFor(async () => expect((await stateOn(one, at)).packs.length).toBeLessThanOrEqual(maxPacks), { timeout: 60_000 })

    expect(await pathsOn(two, at)).toHaveLength(count + 1)
    await check(two, at)
    const unreferenced = await unreferencedOf(at)
    expect(unreferenced.length).toBeGreaterThan(maxPacks)
    expect(Math.min(...unreferenced.map(({ hours }) => hours))).toBeGreaterThan(160)
    // The node that joined them works on, on the joined ones alone.
    await one.change(at, save('model/last.yml', 'last\n'))
    await check(one, at)
    const packs = await one.repositories.readAt(at, signal, ({ gitDir }) => readdir(join(gitDir.path, 'objects', 'pack')))
    expect(packs.filter((name) => name.endsWith('.pack')).length).toBe((await stateOn(one, at)).packs.length)
  })

  it('is thrown off a disk that has no room and fetched again, without being missed', async () => {
    const small = await startAuthoringNode(server.services(), 'small', 0)
    onTestFinished(small.stop)
    const [at, other] = [await repositoryId(), await repositoryId()]

    await small.change(at, save('model/a.yml', 'a\n'))
    await Promise.all([small.change(other, save('model/b.yml', 'b\n')), pathsOn(small, at), small.change(at, save('model/c.yml', 'c\n'))])

    expect(await pathsOn(small, at)).toEqual(['README.md', 'model/a.yml', 'model/c.yml'])
    const [work = ''] = await readdir(join(small.folder, 'work'))
    await vi.waitFor(async () => expect(await readdir(join(small.folder, 'work', work, 'copies'))).toEqual([]))
    await check(two, at)
  })

  it('gives its packs to the collector when its deployment is deleted', async () => {
    const admin = await server.admin()
    const { packs } = await stateOn(one, admin)

    await admin.api.deleteDeployment({ params: { deploymentId: admin.deploymentId } })

    expect((await unreferencedOf(admin)).map(({ key }) => key).toSorted()).toEqual(
      packs.flatMap(({ key, indexKey }) => [key, indexKey]).toSorted(),
    )
  })
})
