import type { SourceChange } from '../gallery-files.ts'

/** A change of the page that a person would see, and a chart in which it is seen. */
export type Fault = SourceChange & { what: string; seenIn: string }

const chart = 'apps/embed/src/widgets/chart'
const table = 'apps/embed/src/widgets/table'

export const faults: readonly Fault[] = [
  {
    what: 'an axis upside down',
    seenIn: 'bar',
    file: `${chart}/vega.ts`,
    find: 'parse(vega, config,',
    put: "parse({ ...vega, scales: vega.scales.map((each) => (each.name === 'y' ? { ...each, reverse: true } : each)) }, config,",
  },
  {
    what: 'another accent',
    seenIn: 'line',
    file: `${chart}/render-chart.ts`,
    find: 'view.signal(accentName, look.accent)',
    put: "view.signal(accentName, '#3f6ee0')",
  },
  {
    what: 'colours of series swapped',
    seenIn: 'bar-stacked',
    file: `${chart}/chart-theme.ts`,
    find: 'category: [...palette]',
    put: 'category: [palette[1], palette[0], ...palette.slice(2)]',
  },
  {
    what: 'another font',
    seenIn: 'bar',
    file: `${chart}/chart-theme.ts`,
    find: "'guide-label': { font: fontFamily",
    put: "'guide-label': { font: 'serif'",
  },
  {
    what: 'letters half a pixel larger',
    seenIn: 'bar-long-labels',
    file: `${chart}/chart-theme.ts`,
    find: "'guide-label': { font: fontFamily, fill: label, fontSize: 11 }",
    put: "'guide-label': { font: fontFamily, fill: label, fontSize: 11.5 }",
  },
  { what: 'labels cut short', seenIn: 'bar-long-labels', file: `${chart}/chart-theme.ts`, find: 'labelLimit: 120', put: 'labelLimit: 90' },
  {
    what: 'a series left out',
    seenIn: 'line-series',
    file: `${chart}/chart-rows.ts`,
    find: '    return row\n  })',
    put: "    return row\n  }).filter((row) => row['orders.status'] !== 'open')",
  },
  {
    what: 'no legend',
    seenIn: 'donut',
    file: `${chart}/vega.ts`,
    find: 'parse(vega, config,',
    put: 'parse({ ...vega, legends: [] }, config,',
  },
  {
    what: 'dark text on a dark ground',
    seenIn: 'dark-stacked',
    file: `${chart}/chart-theme.ts`,
    find: 'mix(text, background, 0.78)',
    put: "'#1a1e26'",
  },
  {
    what: 'a thinner line',
    seenIn: 'time-by-hour',
    file: `${chart}/chart-theme.ts`,
    find: 'strokeWidth: 2, strokeJoin',
    put: 'strokeWidth: 1.6, strokeJoin',
  },
  {
    what: 'dashes that run together',
    seenIn: 'line-series',
    file: `${chart}/chart-theme.ts`,
    find: "strokeJoin: 'round' }",
    put: "strokeJoin: 'round', strokeCap: 'round' }",
  },
  {
    what: 'missing values as zero',
    seenIn: 'line-gaps',
    file: `${chart}/chart-rows.ts`,
    find: "value === '' ? null : Number(value)",
    put: "value === '' ? 0 : Number(value)",
  },
  {
    what: 'times in the zone of the browser',
    seenIn: 'time-by-hour',
    file: `${chart}/chart-rows.ts`,
    find: "type === 'time' ? millisecondsOf",
    put: "type === 'time' ? (value) => millisecondsOf(value) - new Date(value).getTimezoneOffset() * 60000",
  },
  {
    what: 'no minus',
    seenIn: 'bar-negative',
    file: `${chart}/chart-locale.ts`,
    find: "minus: partOf(parts, 'minusSign') ?? '-'",
    put: "minus: ''",
  },
  {
    what: 'the decimals of a language lost',
    seenIn: 'rates-in-german',
    file: `${chart}/chart-locale.ts`,
    find: "decimal: partOf(parts, 'decimal') ?? '.'",
    put: "decimal: '.'",
  },
  {
    what: 'months in another language',
    seenIn: 'in-japanese',
    file: `${chart}/chart-locale.ts`,
    find: "new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })",
    put: "new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })",
  },
  {
    what: 'a gradient that eats the plot',
    seenIn: 'narrow-heatmap',
    file: `${chart}/lay-legends-below.ts`,
    find: "'clamp(width, 64, 200)']",
    put: "'height']",
  },
  {
    what: 'a decimal lost in a table',
    seenIn: 'table',
    file: 'apps/embed/src/format/format-number.ts',
    find: 'const most = decimals ?? maxDecimals',
    put: 'const most = Math.min(1, decimals ?? maxDecimals)',
  },
  {
    what: 'a column left out',
    seenIn: 'table',
    file: `${table}/DataTable.tsx`,
    find: 'useMemo(() => columnsOf(data, spec), [data, spec])',
    put: 'useMemo(() => columnsOf(data, spec).slice(1), [data, spec])',
  },
  {
    what: 'no totals',
    seenIn: 'table',
    file: `${table}/DataTable.tsx`,
    find: 'useMemo(() => totalsOf(columns, data, spec), [columns, data, spec])',
    put: 'null',
  },
  {
    what: 'numbers to the left',
    seenIn: 'table',
    file: `${table}/Table.module.css`,
    find: '    text-align: end;',
    put: '    text-align: start;',
  },
  {
    what: 'a sparkline upside down',
    seenIn: 'kpi',
    file: 'apps/embed/src/widgets/kpi/KpiBlocks.tsx',
    find: 'sparklinePath(values, width, height)',
    put: 'sparklinePath(values.map((value) => (value === null ? null : -value)), width, height)',
  },
]
