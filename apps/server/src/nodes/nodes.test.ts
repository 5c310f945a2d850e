import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFunctionCalls, type FunctionCalls } from '#db'
import { type Node, openNode } from '#nodes'
import { useDatabase } from '#test'

const database = useDatabase()
let calls: FunctionCalls
let problems: unknown[]
const joined: Node[] = []

beforeEach(() => {
  calls = createFunctionCalls(database.serviceUrl)
  problems = []
})
afterEach(async () => {
  vi.useRealTimers()
  for (const node of joined.splice(0)) await node.leave()
  await calls.close()
  await database.query('delete from nodes')
})

const onProblem = (error: unknown): void => void problems.push(error)
const join = async (keyId: () => number | null = () => null): Promise<Node> => {
  const node = await openNode(
    calls,
    { roles: ['api'], version: '1.2.3', newestEncryptionKey: async () => keyId(), buildProblem: () => null },
    onProblem,
  )
  await node.join('http://10.0.0.5:4000')
  joined.push(node)
  return node
}
const rows = () =>
  database.query<{ id: string; key: string | null }>(
    'select id, roles, version, address, encryption_key_id as key from nodes order by started_at',
  )
const nextBeat = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(5000)
  vi.useRealTimers()
}

it('reports with each heartbeat why it runs no builds', async () => {
  let problem: string | null = 'Temporal is away.'
  const own = { roles: ['worker'], version: '1', newestEncryptionKey: async () => null, buildProblem: () => problem }
  const node = await openNode(calls, own, onProblem)
  const reported = async () => (await database.query<{ build_problem: string | null }>('select build_problem from nodes'))[0]?.build_problem
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  await node.join(null)
  joined.push(node)
  expect(await reported()).toBe('Temporal is away.')
  problem = null
  await nextBeat()

  await expect.poll(reported).toBeNull()
})

describe('a process among its peers', () => {
  it('is counted from its first moment to its last', async () => {
    const first = await join()
    const second = await join()

    expect([first.liveNodes(), second.liveNodes()]).toEqual([1, 2])
    expect(await rows()).toMatchObject([
      { id: first.id, roles: ['api'], version: '1.2.3', address: 'http://10.0.0.5:4000' },
      { id: second.id, roles: ['api'], version: '1.2.3' },
    ])
    await second.leave()
    expect(await rows()).toMatchObject([{ id: first.id }])
  })

  it('sees others come and go, and tells of a newer key, with each heartbeat', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let keyId = 7
    const first = await join(() => keyId)
    const second = await join()
    expect(first.liveNodes()).toBe(1)
    keyId = 8

    await nextBeat()

    await expect.poll(() => first.liveNodes(), { timeout: 30_000 }).toBe(2)
    await expect.poll(async () => (await rows())[0], { timeout: 30_000 }).toMatchObject({ id: first.id, key: '8' })
    expect(second.liveNodes()).toBe(2)
  })

  it('is no peer before it has joined, and knows its peers and the clock of the database by then', async () => {
    const first = await join()
    const node = await openNode(
      calls,
      { roles: ['authoring'], version: '1', newestEncryptionKey: async () => null, buildProblem: () => null },
      onProblem,
    )

    expect(await rows()).toHaveLength(1)
    expect(node.peers()).toEqual([{ id: first.id, roles: ['api'], address: 'http://10.0.0.5:4000' }])
    const [row] = await database.query<{ ms: number }>('select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms')
    expect(Math.abs(node.databaseNowMs() - (row?.ms ?? 0))).toBeLessThan(1000)
  })

  it('writes no row again when it leaves during a heartbeat', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let release: (() => void) | undefined
    const keyIds = { next: (): Promise<number | null> => Promise.resolve(null) }
    const node = await openNode(
      calls,
      { roles: ['api'], version: '1', newestEncryptionKey: () => keyIds.next(), buildProblem: () => null },
      onProblem,
    )
    await node.join(null)
    keyIds.next = () => new Promise((resolve) => (release = () => resolve(null)))
    await nextBeat()

    const left = node.leave()
    release?.()
    await left

    expect(await rows()).toEqual([])
  })

  it('does not count one that has been silent for fifteen seconds, and forgets it after an hour', async () => {
    await database.query("insert into nodes (id, roles, version, seen_at) values ('quiet', '{api}', '0', now() - interval '16 seconds')")
    await database.query("insert into nodes (id, roles, version, seen_at) values ('gone', '{api}', '0', now() - interval '61 minutes')")
    await database.query("insert into nodes (id, roles, version, seen_at) values ('alive', '{api}', '0', now() - interval '10 seconds')")

    const node = await join()

    expect(node.liveNodes()).toBe(2)
    expect((await rows()).map(({ id }) => id).toSorted()).toEqual(['alive', node.id, 'quiet'].toSorted())
  })

  it('reports a heartbeat that failed and goes on with the next', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let isBroken = false
    await join(() => {
      if (isBroken) throw new Error('the keys cannot be read')
      return 7
    })
    isBroken = true
    await vi.advanceTimersByTimeAsync(5000)
    expect(problems).toMatchObject([{ message: 'the keys cannot be read' }])

    isBroken = false
    const [before] = await database.query<{ at: Date }>('select seen_at as at from nodes')
    await nextBeat()
    await expect
      .poll(async () => (await database.query<{ at: Date }>('select seen_at as at from nodes'))[0]?.at, { timeout: 30_000 })
      .not.toEqual(before?.at)
  })
})
