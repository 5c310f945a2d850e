import type { SourceChange } from '../gallery-files.ts'

/** A visible change of the page, and a chart that shows it. */
export type Fault = SourceChange & { what: string; seenIn: string }

/** What it is, the chart that shows it, the file below apps/embed/src, and the text to find and to put there. */
const rows: readonly (readonly [what: string, seenIn: string, file: string, find: string, put: string])[] = [
  [
    'an axis upside down',
    'bar',
    'widgets/chart/vega.ts',
    'parse(vega, config,',
    "parse({ ...vega, scales: vega.scales.map((each) => (each.name === 'y' ? { ...each, reverse: true } : each)) }, config,",
  ],
  ['another accent', 'line', 'widgets/chart/render-chart.ts', 'view.signal(accentName, look.accent)', "view.signal(accentName, '#3f6ee0')"],
  [
    'colours of series swapped',
    'bar-stacked',
    'widgets/chart/chart-theme.ts',
    'category: [...palette]',
    'category: [palette[1], palette[0], ...palette.slice(2)]',
  ],
  ['another font', 'bar', 'widgets/chart/chart-theme.ts', "'guide-label': { font: fontFamily", "'guide-label': { font: 'serif'"],
  [
    'letters half a pixel larger',
    'bar-long-labels',
    'widgets/chart/chart-theme.ts',
    "'guide-label': { font: fontFamily, fill: label, fontSize: 11 }",
    "'guide-label': { font: fontFamily, fill: label, fontSize: 11.5 }",
  ],
  ['labels cut short', 'bar-long-labels', 'widgets/chart/chart-theme.ts', 'labelLimit: 120', 'labelLimit: 90'],
  [
    'a series left out',
    'line-series',
    'widgets/chart/chart-rows.ts',
    '    return row\n  })',
    "    return row\n  }).filter((row) => row['orders.status'] !== 'open')",
  ],
  ['no legend', 'donut', 'widgets/chart/vega.ts', 'parse(vega, config,', 'parse({ ...vega, legends: [] }, config,'],
  ['dark text on a dark ground', 'dark-stacked', 'widgets/chart/chart-theme.ts', 'mix(text, background, 0.78)', "'#1a1e26'"],
  ['a thinner line', 'time-by-hour', 'widgets/chart/chart-theme.ts', 'strokeWidth: 2, strokeJoin', 'strokeWidth: 1.6, strokeJoin'],
  [
    'dashes that run together',
    'line-series',
    'widgets/chart/chart-theme.ts',
    "strokeJoin: 'round' }",
    "strokeJoin: 'round', strokeCap: 'round' }",
  ],
  [
    'missing values as zero',
    'line-gaps',
    'widgets/chart/chart-rows.ts',
    "value === '' ? null : Number(value)",
    "value === '' ? 0 : Number(value)",
  ],
  [
    'times in the zone of the browser',
    'time-by-hour',
    'widgets/chart/chart-rows.ts',
    "type === 'time' ? millisecondsOf",
    "type === 'time' ? (value) => millisecondsOf(value) - new Date(value).getTimezoneOffset() * 60000",
  ],
  ['no minus', 'bar-negative', 'widgets/chart/chart-locale.ts', "minus: partOf(parts, 'minusSign') ?? '-'", "minus: ''"],
  [
    'the decimals of a language lost',
    'rates-in-german',
    'widgets/chart/chart-locale.ts',
    "decimal: partOf(parts, 'decimal') ?? '.'",
    "decimal: '.'",
  ],
  [
    'months in another language',
    'in-japanese',
    'widgets/chart/chart-locale.ts',
    "new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })",
    "new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })",
  ],
  ['a gradient that eats the plot', 'narrow-heatmap', 'widgets/chart/lay-legends-below.ts', "'clamp(width, 64, 200)']", "'height']"],
  [
    'a decimal lost in a table',
    'table',
    'format/format-number.ts',
    'const most = decimals ?? maxDecimals',
    'const most = Math.min(1, decimals ?? maxDecimals)',
  ],
  [
    'a column left out',
    'table',
    'widgets/table/DataTable.tsx',
    'useMemo(() => columnsOf(data, spec), [data, spec])',
    'useMemo(() => columnsOf(data, spec).slice(1), [data, spec])',
  ],
  ['no totals', 'table', 'widgets/table/DataTable.tsx', 'useMemo(() => totalsOf(columns, data, spec), [columns, data, spec])', 'null'],
  ['numbers to the left', 'table', 'widgets/table/Table.module.css', '    text-align: end;', '    text-align: start;'],
  [
    'a sparkline upside down',
    'kpi',
    'widgets/kpi/KpiBlocks.tsx',
    'sparklinePath(values, width, height)',
    'sparklinePath(values.map((value) => (value === null ? null : -value)), width, height)',
  ],
]

export const faults: readonly Fault[] = rows.map(([what, seenIn, file, find, put]) => ({
  what,
  seenIn,
  file: `apps/embed/src/${file}`,
  find,
  put,
}))
