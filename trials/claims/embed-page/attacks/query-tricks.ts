import type { Board } from './boards.ts'
import type { Trick } from './scene.ts'
import type { Stage, World } from './stage.ts'

type Sent = { board: Board; path?: 'data' | 'choices'; body: Record<string, unknown>; host?: string }

const lock = 'locked controls keep their value'
const widgetOfBoard = 'widgets are those of the dashboard'

/** What came back, as the lines that it is, and what the engine was asked for it. */
const send = async (stage: Stage, world: World, { board, path = 'data', body, host = stage.tenant.host }: Sent) => {
  const token = await stage.embedding.token(world.service)
  stage.engine.asked.splice(0)
  const response = await fetch(`${world.service.url}/api/v1/embed/dashboard/${board.publicId}/${path}`, {
    method: 'POST',
    headers: {
      'x-forwarded-host': host,
      'x-forwarded-proto': 'https',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ versionId: board.versionId, ...body }),
  })
  const text = await response.text()
  return { status: response.status, isAnswered: /"type":"data"|"items":/.test(text), asked: JSON.stringify(stage.engine.asked) }
}

type Answer = Awaited<ReturnType<typeof send>>
const isAnswered = ({ isAnswered: is }: Answer): boolean => is

const trick = (
  name: string,
  guards: readonly string[],
  sent: (stage: Stage) => Sent,
  isTaken: (answer: Answer) => boolean = isAnswered,
): Trick => ({
  name,
  guards,
  succeeds: async (stage, world) => isTaken(await send(stage, world, sent(stage))),
})

const chart = { widgetIds: ['chart'] }
const asksFor =
  (text: string) =>
  ({ asked }: Answer): boolean =>
    asked.includes(text)
const withoutRegion = ({ asked, isAnswered: is }: Answer): boolean => is && !asked.includes('north')

/** A viewer who has a token and asks for something else than the page does. */
export const queryTricks: readonly Trick[] = [
  trick('q-unknown-widget', [widgetOfBoard], ({ queried }) => ({ board: queried.locked, body: { widgetIds: ['nobody'] } })),
  trick('q-others-widget', [widgetOfBoard], ({ queried }) => ({ board: queried.locked, body: { widgetIds: ['others-chart'] } })),
  trick('q-strangers-widget', [widgetOfBoard], ({ queried }) => ({ board: queried.locked, body: { widgetIds: ['strangers-chart'] } })),
  trick('q-prototype-widget', [widgetOfBoard], ({ queried }) => ({ board: queried.locked, body: { widgetIds: ['__proto__'] } })),
  trick('q-hidden', [lock], ({ queried }) => ({
    board: queried.locked,
    body: { ...chart, filters: [{ widgetId: 'hidden', value: ['south'] }] },
  })),
  trick(
    'q-hidden-none',
    [lock],
    ({ queried }) => ({ board: queried.locked, body: { ...chart, filters: [{ widgetId: 'hidden', value: null }] } }),
    withoutRegion,
  ),
  trick('q-disabled', [lock], ({ queried }) => ({
    board: queried.locked,
    body: { ...chart, filters: [{ widgetId: 'disabled', value: ['be'] }] },
  })),
  trick('q-hidden-of-choices', [lock], ({ queried }) => ({
    board: queried.locked,
    path: 'choices',
    body: { widgetId: 'open', filters: [{ widgetId: 'hidden', value: ['south'] }] },
  })),
  trick('q-choices-of-hidden', ['locked controls tell no values'], ({ queried }) => ({
    board: queried.locked,
    path: 'choices',
    body: { widgetId: 'hidden' },
  })),
  trick('q-choices-of-disabled', ['locked controls tell no values'], ({ queried }) => ({
    board: queried.locked,
    path: 'choices',
    body: { widgetId: 'disabled' },
  })),
  trick('q-broken', ['locked filters stay where a chart breaks'], ({ queried }) => ({ board: queried.broken, body: chart })),
  trick('q-others-control', ['controls are those of the dashboard'], ({ queried }) => ({
    board: queried.locked,
    body: { ...chart, filters: [{ widgetId: 'others-filter', value: ['x'] }] },
  })),
  trick('q-unshared', ['dashboards are shown to whom they are shared with'], ({ queried }) => ({ board: queried.unshared, body: chart })),
  trick('q-strangers-dashboard', [], ({ strangersBoard }) => ({ board: strangersBoard, body: { widgetIds: ['strangers-chart'] } })),
  trick('q-strangers-host', [], ({ strangersBoard, stranger }) => ({
    board: strangersBoard,
    host: stranger.host,
    body: { widgetIds: ['strangers-chart'] },
  })),
  trick(
    'q-own-query',
    [],
    ({ queried }) => ({ board: queried.locked, body: { ...chart, query: { measures: ['secrets.count'] } } }),
    asksFor('secrets'),
  ),
  trick(
    'q-own-member',
    [],
    ({ queried }) => ({
      board: queried.locked,
      body: { ...chart, filters: [{ widgetId: 'open', member: 'secrets.value', value: ['x'] }] },
    }),
    asksFor('secrets'),
  ),
  trick(
    'q-own-grain',
    [],
    ({ queried }) => ({ board: queried.locked, body: { ...chart, timeGrains: [{ widgetId: 'open', grain: 'secrets' }] } }),
    asksFor('secrets'),
  ),
  trick('q-other-version', [], ({ queried }) => ({ board: { ...queried.locked, versionId: queried.other.versionId }, body: chart })),
]
