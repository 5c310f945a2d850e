import { everyKind, everyKindEmpty, everyKindFailing, everyKindWaiting, withoutWidgets } from './every-kind.ts'
import type { FakeDashboard } from './fake-dashboard.ts'
import { type Opened, openPlain, openSdk, type PlainWish, type Sites } from './situations.ts'

/** One of the states that a person can see the page in. */
export type State = {
  name: string
  open: (sites: Sites) => Promise<Opened>
  /** Ends once it is what is seen; again after a change of the window. */
  settle: (opened: Opened) => Promise<unknown>
}

const exporting = '?session=one&allowExport=true'
const withFilter = `${exporting}&f_orders.status=${encodeURIComponent('{"value":["paid"]}')}`
const showing = (dashboard: FakeDashboard, wish: PlainWish = {}) => ({
  query: exporting,
  ...wish,
  prepare: (service: Parameters<NonNullable<PlainWish['prepare']>>[0]) => {
    service.dashboard = dashboard
    wish.prepare?.(service)
  },
})
const plain =
  (wish: PlainWish = {}) =>
  (sites: Sites): Promise<Opened> =>
    openPlain(sites, wish)
const heading =
  (name: string) =>
  ({ frame }: Opened): Promise<void> =>
    frame.getByRole('heading', { name }).waitFor()

// Below the window a widget is drawn, and not seen.
const there = { state: 'attached' } as const

/** What is in view, or near it, has come and is drawn. */
const drawn = async ({ frame }: Opened): Promise<void> => {
  await frame.getByText('Revenue this year').waitFor()
  for (const id of ['bar', 'line', 'faceted']) await frame.locator(`[data-widget=${id}] svg.marks`).waitFor(there)
  await frame.locator('[data-widget=table] tbody tr').first().waitFor(there)
  await frame.locator('[data-widget=note] table').waitFor(there)
}
/** All of it. */
const allDrawn = async (opened: Opened): Promise<void> => {
  await drawn(opened)
  await opened.frame.locator('[data-widget=html] iframe').waitFor(there)
  await opened.frame.locator('[data-widget=map] tbody tr').first().waitFor(there)
}

/** Opened, and then brought into a state by what happens. */
const then =
  (open: (sites: Sites) => Promise<Opened>, settle: State['settle'], act: (opened: Opened) => unknown) =>
  async (sites: Sites): Promise<Opened> => {
    const opened = await open(sites)
    await settle(opened)
    await act(opened)
    return opened
  }
const loaded = plain(showing(everyKind))
const shown = ({ frame }: Opened): Promise<void> => frame.getByText('revenue of').waitFor()

const ended = (why: 'revoked' | 'expired') => ({ type: 'ended' as const, why, code: `embed_token_${why}`, message: 'Ended.' })
const hoverBar = async ({ page, frame }: Opened): Promise<void> => {
  await page.mouse.move(0, 0)
  await frame.locator('[data-widget=bar] svg .mark-rect path').first().hover()
  await frame.locator('[data-widget=bar] [role=tooltip]:not([hidden])').waitFor()
}

export const states: readonly State[] = [
  {
    name: 'loading',
    open: plain({ prepare: ({ hold }) => void hold('bootstrap') }),
    settle: heading('Loading the dashboard'),
  },
  {
    name: 'slow to load',
    open: plain({ prepare: ({ hold }) => void hold('bootstrap') }),
    settle: ({ frame }) => frame.getByText('This takes longer than usual').waitFor(),
  },
  {
    name: 'widgets loading',
    open: plain(showing(everyKind, { prepare: ({ hold }) => void hold('data') })),
    settle: heading('The kpi'),
  },
  {
    name: 'widgets slow',
    open: plain(showing(everyKindWaiting)),
    settle: ({ frame }) => frame.getByText('Still loading after 12 s.').first().waitFor(),
  },
  { name: 'every kind of widget', open: plain(showing(everyKind, { height: 2100 })), settle: allDrawn },
  {
    name: 'widgets updating',
    open: then(loaded, drawn, async ({ frame, service }) => {
      service.hold('data')
      await frame.getByRole('combobox', { name: 'Grain' }).selectOption('month')
    }),
    settle: ({ frame }) => frame.locator('[data-widget=table] [aria-busy=true]').waitFor(),
  },
  {
    name: 'empty by its filter',
    open: plain({ query: `?session=one&f_orders.status=${encodeURIComponent('{"value":"none"}')}` }),
    settle: ({ frame }) => frame.getByRole('button', { name: 'Clear the filters' }).first().waitFor(),
  },
  {
    name: 'nothing shared',
    open: plain(showing(everyKindEmpty)),
    settle: ({ frame }) => frame.getByText('There is no data for you here.').first().waitFor(),
  },
  { name: 'nothing on it', open: plain(showing(withoutWidgets)), settle: heading('This dashboard is empty') },
  {
    name: 'widgets failed',
    open: plain(showing(everyKindFailing)),
    settle: ({ frame }) => frame.getByText('Request: request-of-bar').waitFor(),
  },
  {
    name: 'page failed',
    open: plain({ prepare: ({ used }) => used.add('one') }),
    settle: heading('The dashboard cannot be shown'),
  },
  {
    name: 'service not reached',
    open: plain({ prepare: ({ drop }) => drop() }),
    settle: ({ frame }) => frame.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'expired',
    open: then(plain(), shown, ({ service }) => service.end(ended('expired'))),
    settle: heading('Your session has ended'),
  },
  {
    name: 'expired and being renewed',
    open: then(
      (sites) => openSdk(sites, { prepare: ({ hold }) => void hold('renewal') }),
      shown,
      ({ service }) => service.end(ended('expired')),
    ),
    settle: ({ frame }) => frame.getByText('A new one is being asked for.').last().waitFor(),
  },
  {
    name: 'revoked',
    open: then(plain(), shown, ({ service }) => service.end(ended('revoked'))),
    settle: heading('Your access has ended'),
  },
  {
    name: 'offline',
    open: then(loaded, drawn, ({ context }) => context.setOffline(true)),
    settle: ({ frame }) => frame.getByRole('main').getByText('You are offline.').waitFor(),
  },
  {
    name: 'back online',
    open: then(loaded, drawn, async ({ context, frame }) => {
      const banner = frame.getByRole('main').getByText('You are offline.')
      await context.setOffline(true)
      await banner.waitFor()
      await context.setOffline(false)
      await banner.waitFor({ state: 'detached' })
    }),
    settle: drawn,
  },
  { name: 'private embedding', open: plain({ query: '' }), settle: heading('There is no session in this address') },
  {
    name: 'filter list open',
    open: then(plain(showing(everyKind, { query: withFilter })), drawn, ({ frame }) =>
      frame.locator('[data-widget=status] summary').click(),
    ),
    settle: ({ frame }) => frame.getByLabel('shipped').waitFor(),
  },
  {
    name: 'charts as tables',
    open: then(loaded, drawn, async ({ frame }) => {
      for (const id of ['bar', 'line', 'faceted'])
        await frame.locator(`[data-widget=${id}]`).getByRole('button', { name: 'Show as table' }).click()
    }),
    settle: ({ frame }) => frame.locator('[data-widget=faceted] table').waitFor(),
  },
  {
    name: 'tooltip of a chart',
    open: then(loaded, drawn, () => undefined),
    settle: hoverBar,
  },
  {
    name: 'doctor',
    open: plain({ path: '/embed/doctor', query: '?session=one&dashboard=sales' }),
    settle: ({ frame }) => frame.getByRole('button', { name: 'Copy the report' }).waitFor(),
  },
  {
    name: 'doctor with findings',
    open: then(
      plain({ path: '/embed/doctor', query: '?session=one&dashboard=sales', height: 1400, prepare: ({ used }) => used.add('one') }),
      ({ frame }) => frame.getByRole('button', { name: 'Copy the report' }).waitFor(),
      ({ frame }) => frame.getByRole('button', { name: 'Use the session' }).click(),
    ),
    settle: ({ frame }) => frame.getByText('session_used').first().waitFor(),
  },
]
