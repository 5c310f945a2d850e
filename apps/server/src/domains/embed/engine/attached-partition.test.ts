import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { givenCatalogs, mint, useServer, waitingBackends } from '#test'

const server = useServer()

/** The hour has no partition yet and gets one while somebody waits to write into the default. */
const attachBeside = async <T>(parent: 'embed_sessions' | 'embed_grants', work: () => Promise<T>): Promise<T> => {
  const maker = new pg.Client({ connectionString: server.database().adminUrl })
  await maker.connect()
  onTestFinished(() => maker.end())
  const { rows } = await maker.query<{ bucket: number }>('select facet_bucket(now()) as bucket')
  const bucket = rows[0]?.bucket ?? 0
  await maker.query(`drop table ${parent}_${bucket}`)
  await maker.query('begin')
  await maker.query('select facet_make_embed_partition($1, $2)', [parent, bucket])
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  // Over at once when an hour began meanwhile.
  await expect
    .poll(async () => isOver || (await waitingBackends(server.database())).length === 1, { interval: 5, timeout: 30_000 })
    .toBe(true)
  await maker.query('commit')
  return working
}

it('a session that is minted while the partition of its hour is attached is minted', async () => {
  const owner = await givenCatalogs(server)
  await mint(owner, { externalId: 'user-1' })

  expect(await attachBeside('embed_sessions', () => mint(owner, { externalId: 'user-1' }))).toMatch(/^es_/)
})

it('a session that is exchanged while the partition of its hour is attached is exchanged', async () => {
  const owner = await givenCatalogs(server)
  const sessionId = await mint(owner, { externalId: 'user-1' })

  const { token } = await attachBeside('embed_grants', () => server.anonymous(owner).exchangeSession({ body: { sessionId } }))

  expect(token).toMatch(/^ey/)
})
