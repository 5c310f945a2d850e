import type { Board } from './boards.ts'
import type { Trick } from './scene.ts'
import type { Stage } from './stage.ts'

type Request = { board: Board; path?: 'data' | 'choices'; body: Record<string, unknown>; host?: string }
type Response = { hasData: boolean; queries: string }

/** Sends what a viewer with a token can send. Returns whether data came back, and the queries that reached the engine. */
const send = async (stage: Stage, { board, path = 'data', body, host = stage.tenant.host }: Request): Promise<Response> => {
  const token = await stage.embedding.token(stage.service)
  stage.engine.asked.splice(0)
  const response = await fetch(`${stage.service.url}/api/v1/embed/dashboard/${board.publicId}/${path}`, {
    method: 'POST',
    headers: {
      'x-forwarded-host': host,
      'x-forwarded-proto': 'https',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ versionId: board.versionId, ...body }),
  })
  return { hasData: /"type":"data"|"items":/.test(await response.text()), queries: JSON.stringify(stage.engine.asked) }
}

const hasData = (response: Response): boolean => response.hasData

const trick = (name: string, request: (stage: Stage) => Request, isTaken: (response: Response) => boolean = hasData): Trick => ({
  name,
  succeeds: async (stage) => isTaken(await send(stage, request(stage))),
})

const chart = { widgetIds: ['chart'] }
const onLocked = (name: string, body: Record<string, unknown>, isTaken?: (response: Response) => boolean): Trick =>
  trick(name, ({ queried }) => ({ board: queried.locked, body }), isTaken)
const choices = (name: string, body: Record<string, unknown>): Trick =>
  trick(name, ({ queried }) => ({ board: queried.locked, path: 'choices', body }))
const filtered = (widgetId: string, value: unknown) => ({ ...chart, filters: [{ widgetId, value }] })
const queriesContain =
  (text: string) =>
  ({ queries }: Response): boolean =>
    queries.includes(text)

/** The same dashboard, requested as its own viewer does: it must be answered, or the tricks prove nothing. */
export const isAnswered = async (stage: Stage): Promise<boolean> =>
  (await send(stage, { board: stage.queried.locked, body: chart })).hasData &&
  (await send(stage, { board: stage.queried.locked, path: 'choices', body: { widgetId: 'open' } })).hasData

/** A viewer with a token sends other requests than the page does. */
export const queryTricks: readonly Trick[] = [
  ...['nobody', 'others-chart', 'strangers-chart', '__proto__'].map((id) => onLocked(`q-widget ${id}`, { widgetIds: [id] })),
  onLocked('q-hidden', filtered('hidden', ['south'])),
  onLocked('q-hidden-none', filtered('hidden', null), ({ hasData: has, queries }) => has && !queries.includes('north')),
  onLocked('q-disabled', filtered('disabled', ['be'])),
  choices('q-hidden-of-choices', { widgetId: 'open', filters: [{ widgetId: 'hidden', value: ['south'] }] }),
  choices('q-choices-of-hidden', { widgetId: 'hidden' }),
  choices('q-choices-of-disabled', { widgetId: 'disabled' }),
  trick('q-broken', ({ queried }) => ({ board: queried.broken, body: chart })),
  onLocked('q-others-control', filtered('others-filter', ['x'])),
  trick('q-unshared', ({ queried }) => ({ board: queried.unshared, body: chart })),
  trick('q-strangers-dashboard', ({ strangersBoard }) => ({ board: strangersBoard, body: { widgetIds: ['strangers-chart'] } })),
  trick('q-strangers-host', ({ strangersBoard, stranger }) => ({
    board: strangersBoard,
    host: stranger.host,
    body: { widgetIds: ['strangers-chart'] },
  })),
  onLocked('q-own-query', { ...chart, query: { measures: ['secrets.count'] } }, queriesContain('secrets')),
  onLocked('q-own-member', { ...chart, filters: [{ widgetId: 'open', member: 'secrets.value', value: ['x'] }] }, queriesContain('secrets')),
  onLocked('q-own-grain', { ...chart, timeGrains: [{ widgetId: 'open', grain: 'secrets' }] }, queriesContain('secrets')),
  trick('q-other-version', ({ queried }) => ({ board: { ...queried.locked, versionId: queried.other.versionId }, body: chart })),
]
