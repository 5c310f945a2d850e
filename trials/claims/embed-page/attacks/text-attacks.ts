import { hit, type Shown, type WidgetAttack } from './attack.ts'

const guards = ['texts are texts', 'page: script-src', 'page: trusted types'] as const

/** Loads nothing that is there, and then runs. */
export const markup = (name: string): string => `<img src="data:,${name}" onerror="${hit(name)}">`

const bar = {
  mark: 'bar',
  encoding: { x: { field: 'orders.tip', type: 'nominal' }, y: { field: 'orders.count', type: 'quantitative' } },
}

const overBar = async ({ frame }: Shown): Promise<void> => {
  const mark = frame.locator('[data-widget="t-tooltip"] .mark-rect path').first()
  await mark.hover({ force: true })
}

/** Titles, labels, names and rows with markup in them. Those of the dashboard and of the viewer are on every board of these. */
export const textAttacks: readonly WidgetAttack[] = [
  { name: 't-cell', guards, board: 'texts', widget: () => ({ report: { kind: 'table', spec: null, dimensions: ['orders.cell'] } }) },
  { name: 't-label', guards, board: 'texts', widget: () => ({ filter: { member: 'orders.status', label: markup('t-label') } }) },
  {
    name: 't-tooltip',
    guards,
    board: 'texts',
    widget: () => ({ report: { kind: 'vega', spec: bar, dimensions: ['orders.tip'] } }),
    act: overBar,
  },
  { name: 't-widget', guards, board: 'texts', widget: () => ({ report: { kind: 'table', spec: null } }) },
  ...['t-title', 't-about', 't-viewer'].map((name) => ({ name, guards, board: 'texts', widget: () => ({ text: `part ${name}` }) })),
]
