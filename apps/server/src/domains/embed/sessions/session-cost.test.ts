import { describe, expect, it } from 'vitest'
import { creator, givenCatalogs, mint, statementsPerCall, useServer } from '#test'

describe('what a session costs', () => {
  const server = useServer()

  it('mints for a user that comes back with one statement', async () => {
    const owner = await givenCatalogs(server)

    const sent = await statementsPerCall(() => mint(owner, { ...creator, externalId: 'visitor', groups: ['editors'] }))

    expect(sent).toEqual({ 'mint-sessions': 1 })
  })

  it('mints for a user that it has never seen with one statement too', async () => {
    const owner = await givenCatalogs(server)

    let visitors = 0
    const sent = await statementsPerCall(() => mint(owner, { ...creator, externalId: `visitor-${visitors++}`, groups: ['editors'] }))

    expect(sent).toEqual({ 'mint-sessions': 1 })
  })

  it('exchanges with one statement more than the mint', async () => {
    const owner = await givenCatalogs(server)
    const anonymous = server.anonymous(owner)

    const sent = await statementsPerCall(async () => {
      const sessionId = await mint(owner, { ...creator, externalId: 'visitor' })
      await anonymous.exchangeSession({ body: { sessionId } })
    })

    expect(sent).toEqual({ 'mint-sessions': 1, 'exchange-sessions': 1 })
  })
})
