import { hit, type Shown, type WidgetAttack, type WidgetSpec } from './attack.ts'

/** Fails to load, and then runs its script. */
export const markup = (name: string): string => `<img src="data:,${name}" onerror="${hit(name)}">`

const bar = {
  mark: 'bar',
  encoding: { x: { field: 'orders.tip', type: 'nominal' }, y: { field: 'orders.count', type: 'quantitative' } },
}

const overBar = async ({ frame }: Shown): Promise<void> => {
  await frame.locator('[data-widget="t-tooltip"] .mark-rect path').first().hover({ force: true })
}

const text = (name: string, widget: WidgetSpec, more: Pick<WidgetAttack, 'act'> = {}): WidgetAttack => ({
  name,
  board: 'texts',
  widget: () => widget,
  ...more,
})

/** Titles, labels, names and rows that contain markup. The names of the dashboard and the viewer are on every board. */
export const textAttacks: readonly WidgetAttack[] = [
  text('t-cell', { report: { kind: 'table', spec: null, dimensions: ['orders.cell'] } }),
  text('t-label', { filter: { member: 'orders.status', label: markup('t-label') } }),
  text('t-tooltip', { report: { kind: 'vega', spec: bar, dimensions: ['orders.tip'] } }, { act: overBar }),
  text('t-widget', { report: { kind: 'table', spec: null } }),
  ...['t-title', 't-about', 't-viewer'].map((name) => text(name, { text: `part ${name}` })),
]
