import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Actor, enterDevMode, givenFiles, holdStore, type OutsideWait, stepsCases, useGitHost, useServer, watchOutside } from '#test'

const host = useGitHost()
// Room for copies of less than the large data model below: whoever reads that one pushes all others off the disk.
const roomMb = 1
const server = useServer(Object.assign(host.settings, { FACET_REPOSITORY_COPIES_MB: String(roomMb) }))
let large: Actor

beforeAll(async () => {
  large = await server.admin()
  await givenFiles(server, large, 'main', { 'large.bin': randomBytes(2 * roomMb * 1_048_576) })
})

/** What this node has of other data models is fetched again when it is needed. */
const forgetCopies = () => large.api.listFiles({ params: large, query: { withContent: true } })

const hasOpen = ({ idleTransactions }: OutsideWait): boolean => idleTransactions > 0

it.each(Object.entries(stepsCases))('holds no transaction open while it waits for another system: %s', async (_, prepare) => {
  const call = await prepare({ server, host, admin: await server.admin() })
  await forgetCopies()
  const { waits, look } = watchOutside(server.database(), server.services())

  await call(look)

  expect(waits.length).toBeGreaterThan(0)
  expect(waits.filter(hasOpen)).toEqual([])
})

describe('operations that wait behind a long change', () => {
  it('leave the connections of the node to other tenants, however many wait with an Idempotency-Key', async () => {
    const [busy, quiet] = [await server.admin(), await server.admin()]
    const branchName = await enterDevMode(busy)
    const { isHeld, release } = holdStore(server.services())
    const save = busy.api.updateFiles({ params: busy, body: { branchName, files: [{ path: 'model/large.yml', content: 'cubes: []\n' }] } })
    await isHeld
    const waiting = Promise.all(
      Array.from({ length: server.services().config.poolSize + 4 }, (_, n) =>
        server.outcome(busy, 'createBranch', { params: busy, body: { name: `behind-${n}` } }),
      ),
    )

    const statuses: number[] = []
    for (let turn = 0; turn < 5; turn++) statuses.push((await server.outcome(quiet, 'getDeployments', {})).status)
    release()
    await save

    expect(statuses).toEqual(statuses.map(() => 200))
    expect((await waiting).filter(({ status }) => status !== 200)).toEqual([])
  })
})
