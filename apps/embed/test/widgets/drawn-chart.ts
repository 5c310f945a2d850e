import { compileChart } from '@facet/chart-spec/compile'
import { numberLocaleOf, timeLocaleOf } from '../../src/widgets/chart/chart-locale.ts'
import { chartRows } from '../../src/widgets/chart/chart-rows.ts'
import { createIntlNumberLocale } from '../../src/widgets/chart/intl-number-locale.ts'
import { currencyOf } from '../../src/widgets/chart/measure-formats.ts'
import { prepareSpec } from '../../src/widgets/chart/prepare-spec.ts'
import type { Item } from '../../src/widgets/chart/scene.ts'
import { createView } from '../../src/widgets/chart/vega.ts'
import type { Look, Snapshot, WidgetData } from '../../src/widgets/types.ts'

/** `plot`: its size, without axes and legends. */
export type DrawnChart = { scene: readonly Item[]; plot: { width: number; height: number }; labels: (role?: string) => string[] }

const textsIn = (items: readonly Item[], role: string): string[] =>
  items.flatMap(({ items: marks = [] }) =>
    marks.flatMap((mark) => {
      if (mark.role === role) return mark.items.map((item) => String((item as { text?: unknown }).text))
      return textsIn(mark.items, role)
    }),
  )

/** A chart as Vega lays it out, without drawing it. */
export const drawChart = async (spec: object, data: WidgetData, locale: string, report: Partial<Snapshot> = {}): Promise<DrawnChart> => {
  const compiled = compileChart(spec)
  if ('problem' in compiled) throw new Error(compiled.problem.what)
  const look = { text: '#000000', locale } as Look
  const currency = currencyOf(data.columns)
  const vega = prepareSpec(compiled.vega, { spec, ...report } as unknown as Snapshot, data, look, 600)
  const view = createView(vega, {}, { number: numberLocaleOf(locale, currency), time: timeLocaleOf(locale) })
  view.locale({ ...view.locale(), ...createIntlNumberLocale(view.locale(), locale, currency) })
  await view.data('rows', chartRows(data)).runAsync()
  await view.signal('width', 600, { force: true }).signal('height', 300, { force: true }).runAsync()
  const scene = view.scenegraph().root.items
  const { width = 0, height = 0 } = scene[0] ?? {}
  return { scene, plot: { width, height }, labels: (role = 'axis-label') => textsIn(scene, role) }
}
