import { Readable } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { Failure } from '#kernel/failure'
import { type HeldBytes, WaitTimeout } from '#limits'
import { type Asked, askEngine, type Asking } from './ask-engine.ts'

const held = { take: () => undefined } as unknown as HeldBytes
const target = { tenantId: 1, deploymentId: 2, environmentId: 3 }
const caller = { tenantId: 1, credentialId: 9, embed: { userId: 7, isInternal: false, embedTenantId: 4 } }

type Reply = (signal: AbortSignal) => Promise<{ statusCode: number; body: Readable }>

const answered: Reply = async () => ({ statusCode: 200, body: Readable.from([Buffer.from('{"data":[]}')]) })

/** A widget that asks: what it takes of the engine, and what the supervisor can do to it. */
const given = (reply: Reply = answered) => {
  const leave = vi.fn<(isAbandoned?: boolean) => void>()
  const enter = vi.fn<Asking['dataPlaces']['enter']>(async () => leave)
  let reject: (reason: Failure) => void = () => undefined
  const acquire = vi.fn<Asking['engines']['acquire']>(
    async () =>
      ({
        dispatcher: { request: ({ signal }: { signal: AbortSignal }) => reply(signal) },
        sign: () => 'signed',
        onRejected: (listener: typeof reject) => {
          reject = listener
        },
        buildId: 5,
        release: () => undefined,
      }) as unknown as Awaited<ReturnType<Asking['engines']['acquire']>>,
  )
  const asking = {
    caller,
    target,
    requestId: 'r',
    pinned: {},
    isFresh: false,
    engines: { acquire },
    dataPlaces: { enter },
  } as unknown as Asking
  const ask = async (query: object): Promise<Asked[]> => {
    const seen: Asked[] = []
    for await (const asked of askEngine(asking, { ...query }, held, new AbortController().signal)) seen.push(asked)
    return seen
  }
  return { leave, enter, acquire, ask, reject: (reason: Failure) => reject(reason) }
}

describe('the query of a widget', () => {
  it('takes slots of the engine by its cost, for its viewer', async () => {
    const { ask, enter, acquire, leave } = given()

    await ask({ filters: Array.from({ length: 250 }, () => ({ member: 'orders.status', operator: 'equals', values: ['open'] })) })

    expect(enter.mock.calls[0]?.[0]).toEqual({ tenantId: 1, environmentId: 3, countedAs: caller, cost: 8 })
    expect(acquire.mock.calls[0]?.[0]).toMatchObject({ environmentId: 3, holder: { key: 'external 7', cost: 8 } })
    expect(leave.mock.calls).toEqual([[false]])
  })

  it('is asked again when its turn does not come in time', async () => {
    const { ask, enter } = given()
    enter.mockRejectedValueOnce(new WaitTimeout('rate_limited', 'Too many at a time.'))

    expect(await ask({})).toEqual([
      { stage: 'queued', seconds: 0 },
      { answer: { data: [] }, buildId: 5 },
    ])
  })

  it('fails when the supervisor rejects its viewer, and its slots count as abandoned', async () => {
    const silent: Reply = (signal) =>
      new Promise((_, refuse) => {
        signal.addEventListener('abort', () => refuse(signal.reason as Error))
      })
    const { ask, acquire, leave, reject } = given(silent)
    const outcome = ask({}).catch((error: unknown) => error)
    await vi.waitFor(() => expect(acquire).toHaveBeenCalled())
    await Promise.resolve()

    reject(new Failure('rate_limited', 'The largest load.'))

    expect(await outcome).toMatchObject({ code: 'rate_limited' })
    expect(leave.mock.calls).toEqual([[true]])
  })
})
