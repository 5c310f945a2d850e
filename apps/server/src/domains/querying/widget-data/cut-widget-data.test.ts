import { once } from 'node:events'
import { request, type ServerResponse } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { answerWith, givenBoard, givenViewer, linesIn, newestSessionId, useLoadEngine, useServer } from '#test'

const server = useServer()
const engine = useLoadEngine(server)

const given = async (charts = 1) => {
  const owner = await server.admin()
  const reports = Array.from({ length: charts }, (_, at) => ({ query: { measures: ['orders.count'], limit: at + 1 } }))
  const { dashboard, params } = await givenBoard(server, owner, reports)
  const viewer = await givenViewer(server, owner)
  const widgetIds = reports.map((_, at) => `chart-${at}`)
  return { owner, viewer, params, body: { versionId: dashboard.versionId, widgetIds } }
}

/** An engine that keeps everybody waiting until it is told to answer. */
const holdAnswers = () => {
  const held: ServerResponse[] = []
  const arrived = Promise.withResolvers<ServerResponse>()
  engine().answer((_, response) => {
    held.push(response)
    arrived.resolve(response)
  })
  return { held, arrived: arrived.promise }
}

describe('streamWidgetData while it is under way', () => {
  it('is cut when the session is revoked, says so, and gives everything back', async () => {
    const { owner, viewer, params, body } = await given(10)
    const { held, arrived } = holdAnswers()
    const lines = linesIn(viewer.api.streamWidgetData({ params, body }))
    await arrived
    await expect.poll(() => held.length).toBe(8)

    await owner.api.revokeEmbedSession({ params: { embedSessionId: await newestSessionId(owner) } })

    const told = await lines
    expect(told.map(({ type }) => type)).toEqual(['controls', ...body.widgetIds.map(() => 'failed')])
    expect(told[1]).toMatchObject({ code: 'embed_token_revoked', isRetryable: false })
    expect(held).toHaveLength(8)
    await expect.poll(() => held.every(({ closed }) => closed)).toBe(true)
    expect(engine().leases()).toBe(0)
  })

  it('asks for nothing more when the dashboard is not shared any more', async () => {
    const { viewer, params, body } = await given(10)
    const { held, arrived } = holdAnswers()
    const lines = linesIn(viewer.api.streamWidgetData({ params, body }))
    await arrived
    await expect.poll(() => held.length).toBe(8)
    const now = performance.now.bind(performance)
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 5000)

    await server.query('delete from content_grants')
    for (const response of held) response.end('{"data":[],"annotation":{}}')
    const told = await lines
    later.mockRestore()

    expect(told.map(({ type }) => type).toSorted()).toEqual([
      'controls',
      ...Array.from({ length: 8 }, () => 'data'),
      'ended',
      'failed',
      'failed',
    ])
    expect(told.filter(({ type }) => type === 'failed')).toMatchObject(
      Array.from({ length: 2 }, () => ({ code: 'dashboard_not_found', isRetryable: false })),
    )
    expect(held).toHaveLength(8)
  })

  it('ends its work at the engine when the caller hangs up', async () => {
    const { owner, viewer, params, body } = await given()
    const { held, arrived } = holdAnswers()
    const asking = request(`${server.url()}/api/v1/embed/dashboard/${params.dashboardPublicId}/data`, {
      method: 'POST',
      headers: { ...owner.headers, authorization: `Bearer ${viewer.token}`, 'content-type': 'application/json' },
    })
    asking.on('error', () => undefined)
    asking.end(JSON.stringify(body))
    await once(asking, 'response')
    await arrived
    expect(engine().leases()).toBe(1)

    asking.destroy()

    await expect.poll(() => [engine().leases(), held[0]?.closed]).toEqual([0, true])
  })

  it('gives up what waits for an engine that is being started when the caller hangs up', async () => {
    const { viewer, params, body } = await given()
    const goOn = engine().beStarting()
    const lines = viewer.api.streamWidgetData({ params, body })[Symbol.asyncIterator]()
    await lines.next()
    await expect.poll(engine().waiting).toBe(1)

    await lines.return?.()

    await expect.poll(engine().waiting).toBe(0)
    goOn()
  })

  it('has so many queries at the engine at once, and a place of the tenant for each', async () => {
    const { viewer, params, body } = await given(12)
    const { held, arrived } = holdAnswers()
    const lines = linesIn(viewer.api.streamWidgetData({ params, body }))
    await arrived
    await expect.poll(() => held.length).toBe(8)
    expect(engine().leases()).toBe(8)

    engine().answer(answerWith(200, '{"data":[],"annotation":{}}'))
    for (const response of held) response.end('{"data":[],"annotation":{}}')

    expect((await lines).map(({ type }) => type)).toEqual(['controls', ...body.widgetIds.map(() => 'data'), 'ended'])
  })

  it('refuses an answer that is too large, and goes on with the others', async () => {
    const { viewer, params, body } = await given(2)
    engine().answer((_, response) => {
      const isLarge = engine().asked.at(-1)?.body.includes('"limit":2')
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(isLarge ? Buffer.alloc(33 * 1_048_576, ' ') : '{"data":[],"annotation":{}}')
    })

    const lines = await linesIn(viewer.api.streamWidgetData({ params, body }))

    expect(lines).toContainEqual(expect.objectContaining({ type: 'failed', widgetIds: ['chart-1'], code: 'result_too_large' }))
    expect(lines).toContainEqual(expect.objectContaining({ type: 'data', widgetIds: ['chart-0'] }))
    expect(engine().leases()).toBe(0)
  })

  it('says of an engine that broke off that it can be asked again', async () => {
    const { viewer, params, body } = await given()
    engine().answer((_, response) => void response.destroy())

    const lines = await linesIn(viewer.api.streamWidgetData({ params, body }))

    expect(lines[1]).toMatchObject({ type: 'failed', code: 'engine_failed', isRetryable: true })
  })

  it('is refused as JSON before its first line', async () => {
    const { owner, viewer, params, body } = await given()
    const answer = await fetch(`${server.url()}/api/v1/embed/dashboard/${params.dashboardPublicId}/data`, {
      method: 'POST',
      headers: { ...owner.headers, authorization: `Bearer ${viewer.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, versionId: body.versionId + 1 }),
    })

    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'dashboard_republished' }])
  })
})
