import { vi } from 'vitest'
import type { Call, Told } from '../../../packages/embed/src/protocol/messages.ts'
import { bootstrapOf } from '../browser/fake-dashboard.ts'
import { beginBootstrap } from '../src/begin-bootstrap.ts'
import type { Handover } from '../src/handover.ts'
import { openPage, type Page } from '../src/session/open-page.ts'

const tokenOf = (sub: string): string => `head.${btoa(JSON.stringify({ sub }))}.sign`
/** A session is `ada-1`: its viewer, and a number. */
const viewerOf = (session: string): string => session.split('-')[0] ?? ''

type WithoutId<C> = C extends { id: number } ? Omit<C, 'id'> : never
type Sent = { path: string; body: { sessionId: string; dashboardPublicId: string; locale?: string; timezone?: string } }

export type GivenPage = {
  page: Page
  /** What the service was asked for a token with. */
  sent: Sent[]
  told: Told[]
  /** Settles with the answer of the page, or the code of its refusal. */
  call: (call: WithoutId<Call>) => Promise<unknown>
  /** The next answer to a path that ends so waits until what it returns is called. */
  hold: (path: string) => () => void
  /** Sessions that are refused, by the code that says why; of what needs none, the last word of its path. */
  refused: Map<string, [status: number, code: string]>
  /** Until the page asks its host for a session that opens the dashboard anew. */
  asked: (count: number) => Promise<void>
}

type Beginning = { begun?: string; refused?: [session: string, refusal: [status: number, code: string]][] }

const viewOf = (search = '', state: unknown = null) => {
  const parent = { postMessage: vi.fn<(message: unknown, target: string) => void>() }
  const view = Object.assign(new EventTarget(), {
    parent,
    navigator: { onLine: true },
    location: { pathname: '/embed/dashboard/sales', search, origin: 'https://acme.example', ancestorOrigins: ['https://host.example'] },
    history: { state },
    document: { title: '', referrer: '', documentElement: { lang: '' } },
    setTimeout: (act: () => void, ms?: number) => setTimeout(act, ms),
  }) as never as Window
  return { parent, view }
}

const stubService = (hold: Map<string, Promise<undefined>>, refused: GivenPage['refused'], sent: Sent[]) =>
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    const part = path.split('/').at(-1) ?? ''
    if ((part === 'data' || part === 'watch') && !refused.has(part)) return new Response(new ReadableStream())
    const asked = JSON.parse(body ?? '{}') as Sent['body']
    sent.push({ path, body: asked })
    for (const [end, held] of hold) if (path.endsWith(end)) await held
    const { sessionId, dashboardPublicId: publicId, locale, timezone } = asked
    const refusal = refused.get(sessionId ?? part)
    if (refusal) return Response.json({ code: refusal[1], message: 'Refused.', requestId: `r-${sent.length}` }, { status: refusal[0] })
    const token = tokenOf(viewerOf(sessionId))
    if (!path.endsWith('/bootstrap')) return Response.json({ token, expires_in: 3600 })
    const wish = {
      session: sessionId,
      locale: locale === 'de' ? ('de-DE' as const) : ('en-US' as const),
      publicId,
      versionId: 41,
      embedOrigins: [],
    }
    const answer = bootstrapOf(wish)
    const viewer = { ...answer.viewer, displayName: viewerOf(sessionId) }
    return Response.json({ ...answer, token, viewer, timezone: timezone ?? 'Europe/Berlin' })
  })

const holdIn =
  (held: Map<string, Promise<undefined>>): GivenPage['hold'] =>
  (path) => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    held.set(path, promise)
    return () => {
      held.delete(path)
      resolve(undefined)
    }
  }

/** A page whose host is the test. `begun`: the session that the script in the document has sent already. */
export const givenPage = async ({ begun, refused: first = [] }: Beginning = {}): Promise<GivenPage> => {
  const held = new Map<string, Promise<undefined>>()
  const refused: GivenPage['refused'] = new Map(first)
  const sent: Sent[] = []
  const told: Told[] = []
  stubService(held, refused, sent)
  let listener: (call: unknown) => void = () => undefined
  const listening = Promise.withResolvers<undefined>()
  const host: NonNullable<Handover['host']> = Promise.resolve({
    origin: 'https://host.example',
    port: { postMessage: (data: Told) => void told.push(data), close: () => undefined } as never,
    calls: [],
    listen: (each) => {
      listener = each
      listening.resolve(undefined)
    },
  })
  const handover: Handover = { mode: 'port', host }
  if (begun !== undefined) handover.begun = beginBootstrap({ session: begun, publicId: 'sales' })
  const page = openPage(viewOf().view, handover)
  await listening.promise

  let id = 0
  const call: GivenPage['call'] = (what) => {
    const mine = ++id
    listener({ ...what, id: mine })
    return vi.waitFor(() => {
      const answer = told.find((each) => 'id' in each && each.id === mine)
      if (answer?.tell === 'answer') return answer.value
      if (answer?.tell === 'refusal') return answer.problem.code
      throw new Error(`No answer to ${what.call} yet.`)
    })
  }
  return {
    page,
    sent,
    told,
    call,
    refused,
    hold: holdIn(held),
    asked: (count) =>
      vi.waitFor(() => {
        if (told.filter((each) => each.tell === 'ended').length !== count) throw new Error(`Not asked ${count} times.`)
      }),
  }
}

/** A plain frame without a session in its address; what its host hears. */
export const heardOfUnsigned = (state: unknown): unknown[] => {
  const { parent, view } = viewOf('', state)
  openPage(view, { mode: 'plain' })
  return parent.postMessage.mock.calls.map(([message, target]) => [target, message])
}

type GivenPlainPage = Pick<GivenPage, 'page' | 'sent' | 'refused' | 'hold'> & {
  view: Window
  act: (type: string, payload: object) => void
  /** What the host hears, without what is around it. */
  heard: () => unknown[]
}

/** A plain frame with a session in its address, whose host is the test. */
export const givenPlainPage = (prepare: (given: Pick<GivenPage, 'refused' | 'hold'>) => void = () => undefined): GivenPlainPage => {
  const held = new Map<string, Promise<undefined>>()
  const refused: GivenPage['refused'] = new Map()
  const sent: Sent[] = []
  const hold = holdIn(held)
  stubService(held, refused, sent)
  prepare({ refused, hold })
  const { parent, view } = viewOf()
  const page = openPage(view, { mode: 'plain', begun: beginBootstrap({ session: 'ada-1', publicId: 'sales' }) })
  return {
    page,
    view,
    sent,
    refused,
    hold,
    act: (type, payload) => {
      const data = { source: 'cube-embed', direction: 'action', type: `cube:action:${type}`, payload }
      view.dispatchEvent(Object.assign(new Event('message'), { data, source: parent, origin: 'https://host.example' }))
    },
    heard: () =>
      parent.postMessage.mock.calls.map(([message]) => {
        const { type, payload } = message as { type: string; payload: unknown }
        return { type, payload }
      }),
  }
}
