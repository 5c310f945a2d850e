import { createClient, type Client, FacetFailure } from '@facet/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, type RunningServer, startServer, useServer } from '#test'

const server = useServer()
let others: RunningServer[] = []

beforeAll(async () => {
  others = [await startServer({}, server.database()), await startServer({}, server.database())]
})
afterAll(async () => {
  for (const other of others) await other.stop()
})

type Marks = Record<string, string>

/** A successful write: what was sent, and what the response shows of the item. `order` grows with each write of an item. */
type Write = { itemId: number; sent: Marks; shown: Marks; order: number }

type Target = {
  write: (api: Client, writer: number, mark: string) => Promise<Write>
  remove: (api: Client, itemId: number) => Promise<unknown>
}

const [writers, writesEach, writesPerDeletion] = [18, 3, 9]

const isConflict = (error: unknown): boolean =>
  error instanceof FacetFailure && error.status === 409 && error.code === 'upsert_branch_changed'

/** Writers on three servers upsert one item while it is deleted repeatedly. A writer repeats a conflict on the next server. */
const race = async (owner: Actor, { write, remove }: Target): Promise<Write[]> => {
  const apis = [server.url(), ...others.map(({ address }) => address)].map((baseUrl) =>
    createClient({ baseUrl, key: owner.key, headers: owner.headers }),
  )
  const apiOf = (turn: number): Client => apis[turn % apis.length] as Client
  const writes: Write[] = []
  const work = async (writer: number): Promise<void> => {
    for (let attempt = 1, done = 0; done < writesEach; attempt++) {
      try {
        const written = await write(apiOf(writer + attempt), writer, `${writer}.${attempt}`)
        writes.push(written)
        done++
        if (writes.length % writesPerDeletion === 0) await remove(apiOf(writer), written.itemId).catch(() => undefined)
      } catch (error) {
        if (!isConflict(error)) throw error
      }
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => work(writer)))
  return writes
}

/** Each response must show the previous write of the same item with its own fields added. */
const expectHistories = (writes: Write[]): void => {
  for (const ofItem of Map.groupBy(writes, ({ itemId }) => itemId).values()) {
    const expected: Marks = {}
    for (const { sent, shown } of ofItem.toSorted((one, other) => one.order - other.order))
      expect(shown).toEqual(Object.assign(expected, sent))
  }
  expect(writes).toHaveLength(writers * writesEach)
}

const attemptOf = (mark: string): number => Number(mark.split('.')[1])

const workbookBySlug = ({ deploymentId }: Actor): Target => ({
  write: async (api, writer, mark) => {
    const sent = { [`w${writer}`]: mark }
    const { id, meta } = await api.upsertWorkbookBySlug({ params: { deploymentId, slug: 'revenue' }, body: { meta: sent } })
    const shown = meta as Marks
    // Marks of a writer only grow, and so does the sum over all writers.
    return { itemId: id, sent, shown, order: Object.values(shown).reduce((sum, shownMark) => sum + attemptOf(shownMark), 0) }
  },
  remove: (api, workbookId) => api.deleteWorkbook({ params: { deploymentId, workbookId } }),
})

const reportByPublicId = ({ deploymentId }: Actor): Target => ({
  write: async (api, writer, mark) => {
    const field = (['title', 'description', 'sqlQuery'] as const)[writer % 3] ?? 'title'
    const sent = { [field]: mark }
    const report = await api.upsertReportByPublicId({ params: { deploymentId, publicId: 'k3V9qdLm20Za' }, body: sent })
    const { title, description, sqlQuery } = report
    const shown = Object.fromEntries(Object.entries({ title, description, sqlQuery }).filter(([, shownMark]) => shownMark != null)) as Marks
    return { itemId: report.id, sent, shown, order: report.version ?? 0 }
  },
  remove: (api, reportId) => api.deleteReport({ params: { deploymentId, reportId } }),
})

it.each([
  ['a workbook by slug', workbookBySlug, 'content_workbooks'],
  ['a report by public id', reportByPublicId, 'content_reports'],
] as const)('keeps every field of %s in one item when three servers upsert it and it is deleted meanwhile', async (_, targetOf, table) => {
  const owner = await server.admin()

  expectHistories(await race(owner, targetOf(owner)))

  const rows = await server.query(`select id from ${table} where tenant_id = $1`, [owner.tenantId])
  expect(rows.length).toBeLessThanOrEqual(1)
})
