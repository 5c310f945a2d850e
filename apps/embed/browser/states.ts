import { everyKind, everyKindEmpty, everyKindFailing, everyKindWaiting, withoutWidgets } from './every-kind.ts'
import type { FakeDashboard } from './fake-dashboard.ts'
import { type Opened, openPlain, openSdk, type PlainWish, type Sites } from './situations.ts'

/** A state of the page that is entered for each look and left again. */
export type Step = {
  name: string
  enter?: (opened: Opened) => Promise<unknown>
  /** Ends when the state is on the screen. Runs again after a change of the window. */
  settle: (opened: Opened) => Promise<unknown>
  leave?: (opened: Opened) => Promise<unknown>
  /** Selectors of the parts that differ from the step before. axe checks only these. Default: the whole page. */
  within?: readonly string[]
}
/** What happens once, and the states that can be seen from then on. */
export type Phase = { act?: (opened: Opened) => unknown; steps: readonly Step[] }

/** A page that is loaded once and goes through its phases. */
export type Story = { name: string; open: (sites: Sites) => Promise<Opened>; phases: readonly Phase[] }

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
// Animations repaint the page for as long as a state is checked, and axe reads colours in between.
const reducedMotion = 'reduce'
const plain =
  (wish: PlainWish = {}) =>
  (sites: Sites): Promise<Opened> =>
    openPlain(sites, { reducedMotion, ...wish })
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

const shown = ({ frame }: Opened): Promise<void> => frame.getByText('revenue of').waitFor()

/** A page with one state. */
const still = (name: string, open: Story['open'], settle: Step['settle']): Story => ({
  name,
  open,
  phases: [{ steps: [{ name, settle }] }],
})

const ended = (why: 'revoked' | 'expired') => ({ type: 'ended' as const, why, code: `embed_token_${why}`, message: 'Ended.' })
const end =
  (why: 'revoked' | 'expired') =>
  async (opened: Opened): Promise<void> => {
    await shown(opened)
    opened.service.end(ended(why))
  }

const partOf = (id: string): string => `[data-widget=${id}]`
const charts = ['bar', 'line', 'faceted']
const showCharts =
  (form: 'table' | 'chart') =>
  async ({ frame }: Opened): Promise<void> => {
    for (const id of charts)
      await frame
        .locator(partOf(id))
        .getByRole('button', { name: `Show as ${form}` })
        .click()
  }

/** The states of a loaded dashboard. Each is left as it was found. */
const loadedSteps: readonly Step[] = [
  { name: 'every kind of widget', settle: allDrawn },
  {
    name: 'tooltip of a chart',
    enter: ({ frame }) => frame.locator('[data-widget=bar] svg .mark-rect path').first().hover(),
    settle: ({ frame }) => frame.locator('[data-widget=bar] [role=tooltip]:not([hidden])').waitFor(),
    leave: ({ page }) => page.mouse.move(0, 0),
    within: [partOf('bar')],
  },
  {
    name: 'filter list open',
    enter: ({ frame }) => frame.locator('[data-widget=status] summary').click(),
    settle: ({ frame }) => frame.getByLabel('shipped').waitFor(),
    leave: ({ frame }) => frame.getByRole('searchbox').press('Escape'),
    within: [partOf('status')],
  },
  {
    name: 'charts as tables',
    enter: showCharts('table'),
    settle: ({ frame }) => frame.locator('[data-widget=faceted] table').waitFor(),
    leave: showCharts('chart'),
    within: charts.map(partOf),
  },
]

const loadedStory = (): Story => {
  let release = (): void => undefined
  return {
    name: 'a dashboard with every kind of widget',
    open: plain(
      showing(everyKind, {
        query: withFilter,
        height: 2100,
        prepare: ({ hold }) => {
          release = hold('data')
        },
      }),
    ),
    phases: [
      { steps: [{ name: 'widgets loading', settle: heading('The kpi') }] },
      { act: () => release(), steps: loadedSteps },
      {
        act: async ({ frame, service }) => {
          release = service.hold('data')
          await frame.getByRole('combobox', { name: 'Grain' }).selectOption('month')
        },
        steps: [
          {
            name: 'widgets updating',
            settle: ({ frame }) => frame.locator('[data-widget=table] [aria-busy=true]').waitFor(),
            within: ['kpi', 'bar', 'table'].map(partOf),
          },
        ],
      },
      {
        act: async ({ context }) => {
          release()
          await context.setOffline(true)
        },
        steps: [
          { name: 'offline', settle: ({ frame }) => frame.getByRole('main').getByText('You are offline.').waitFor(), within: ['main > p'] },
        ],
      },
      {
        act: async ({ context, frame }) => {
          await context.setOffline(false)
          await frame.getByRole('main').getByText('You are offline.').waitFor({ state: 'detached' })
        },
        // The banner is gone and the rest is as before.
        steps: [{ name: 'back online', settle: drawn, within: ['main > header'] }],
      },
    ],
  }
}

const doctor = '/embed/doctor'
const reported = ({ frame }: Opened): Promise<void> => frame.getByRole('button', { name: 'Copy the report' }).waitFor()

export const stories: readonly Story[] = [
  loadedStory(),
  {
    name: 'a page that loads',
    open: plain({ prepare: ({ hold }) => void hold('bootstrap') }),
    phases: [
      { steps: [{ name: 'loading', settle: heading('Loading the dashboard') }] },
      { steps: [{ name: 'slow to load', settle: ({ frame }) => frame.getByText('Still loading …', { exact: true }).waitFor() }] },
    ],
  },
  still('widgets slow', plain(showing(everyKindWaiting)), ({ frame }) => frame.getByText('Still loading after 12 s.').first().waitFor()),
  still('empty by its filter', plain({ query: `?session=one&f_orders.status=${encodeURIComponent('{"value":"none"}')}` }), ({ frame }) =>
    frame.getByRole('button', { name: 'Clear the filters' }).first().waitFor(),
  ),
  still('nothing shared', plain(showing(everyKindEmpty)), ({ frame }) =>
    frame.getByText('There is no data for you here.').first().waitFor(),
  ),
  still('nothing on it', plain(showing(withoutWidgets)), heading('This dashboard is empty')),
  still('widgets failed', plain(showing(everyKindFailing)), ({ frame }) => frame.getByText('Request: request-of-bar').waitFor()),
  still('page failed', plain({ prepare: ({ used }) => used.add('one') }), heading('The dashboard cannot be shown')),
  still('service not reached', plain({ prepare: ({ drop }) => drop() }), ({ frame }) =>
    frame.getByRole('button', { name: 'Try again' }).waitFor(),
  ),
  {
    name: 'expired',
    open: plain(),
    phases: [{ act: end('expired'), steps: [{ name: 'expired', settle: heading('Your session has ended') }] }],
  },
  {
    name: 'expired and being renewed',
    open: (sites) => openSdk(sites, { reducedMotion, prepare: ({ hold }) => void hold('renewal') }),
    phases: [
      {
        act: end('expired'),
        steps: [
          { name: 'expired and being renewed', settle: ({ frame }) => frame.getByText('A new one is being asked for.').last().waitFor() },
        ],
      },
    ],
  },
  {
    name: 'revoked',
    open: plain(),
    phases: [{ act: end('revoked'), steps: [{ name: 'revoked', settle: heading('Your access has ended') }] }],
  },
  still('private embedding', plain({ query: '' }), heading('There is no session in this address')),
  {
    name: 'doctor',
    open: plain({ path: doctor, query: '?session=one&dashboard=sales', height: 1400, prepare: ({ used }) => used.add('one') }),
    phases: [
      { steps: [{ name: 'doctor', settle: reported }] },
      {
        act: ({ frame }) => frame.getByRole('button', { name: 'Use the session' }).click(),
        steps: [{ name: 'doctor with findings', settle: ({ frame }) => frame.getByText('session_used').first().waitFor() }],
      },
    ],
  },
]
