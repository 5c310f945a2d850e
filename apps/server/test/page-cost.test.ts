import { beforeAll, describe, expect, it } from 'vitest'
import { type Actor, embedLists, type LongList, longLists, rowsReadFor, type Sent, statementsDuring, useServer } from '#test'

const rows = 5000
const lists = [...longLists(rows), ...embedLists(rows)]
const size = 20

/** What two of them read besides, wherever the page is: a count that ends at a limit, and the sessions of the last five minutes with what each stands on. */
const alsoRead: Record<string, number> = { getDeployments: rows, listEmbedSessions: 1000 + 300 * size }

describe('what a page costs', () => {
  const server = useServer()
  let owner: Actor

  beforeAll(async () => {
    owner = await server.admin()
    const { query } = server.database()
    for (const { fill } of lists) await fill(query, owner.tenantId)
    await query('vacuum analyze')
  })

  /** The place two pages before the end. */
  const deepCursor = async ({ length, page }: LongList): Promise<string> => {
    let [left, cursor] = [length - 2 * size, null as string | null]
    while (left > 0) {
      const { items, pageInfo } = await page(owner.api, Math.min(left, 1000), cursor)
      left -= items.length
      cursor = pageInfo?.endCursor ?? null
    }
    return cursor ?? ''
  }

  const readFor = async ({ page }: LongList, cursor: string | null): Promise<{ statements: number; rows: number }> => {
    const sent = await statementsDuring(async () => expect((await page(owner.api, size, cursor)).items).toHaveLength(size))
    const reading = sent.filter(({ name, text }: Sent) => name === undefined && /^(select|with) .* limit \$/is.test(text))
    const read = await Promise.all(reading.map((one) => rowsReadFor(server, owner, one)))
    return { statements: reading.length, rows: read.reduce((sum, count) => sum + count, 0) }
  }

  it.each(lists.map((list) => [list.name, list] as const))(
    'reads no more for a page at the end of %s than for the first',
    async (name, list) => {
      const first = await readFor(list, null)
      const deep = await readFor(list, await deepCursor(list))

      expect(deep.statements).toBe(first.statements)
      expect(deep.rows).toBeLessThanOrEqual(first.rows)
      expect(first.rows).toBeLessThanOrEqual(4 * size + (alsoRead[name] ?? 0))
    },
  )

  it('would see a page that skips the rows before it', async () => {
    const text = 'select id, name from deployments where tenant_id = $1 order by id offset $2 limit $3'
    const skipping = (offset: number) => rowsReadFor(server, owner, { text, values: [owner.tenantId, offset, size] })

    expect(await skipping(0)).toBe(size)
    expect(await skipping(rows - size)).toBe(rows)
  })
})
