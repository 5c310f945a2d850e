/** What widgets say to people. The locales of the page supply it; English stands here. */
export type WidgetWords = {
  loading: string
  noRows: string
  yes: string
  no: string
  total: string
  showAsTable: string
  showAsChart: string
  downloadCsv: string
  sortAscending: (column: string) => string
  sortDescending: (column: string) => string
  sortAsArrived: (column: string) => string
  tableName: (title: string, rowCount: string) => string
  truncated: (rowCount: string) => string
  /** On paper, where nothing scrolls. */
  partPrinted: (rowCount: string) => string
  chartName: (kind: string, measures: string, dimensions: string, rowCount: string) => string
  chartRange: (measure: string, smallest: string, largest: string) => string
  chartKinds: Readonly<Record<'bar' | 'line' | 'area' | 'scatter' | 'pie' | 'heatmap' | 'boxplot' | 'other', string>>
  chartSampled: (shown: string, all: string) => string
  chartTooLarge: (marks: string, limit: string) => string
  chartFailed: string
  chartRefused: string
  mapAsTable: string
  previousPeriod: string
  comparedTo: (value: string) => string
  progressOf: (value: string, target: string) => string
  nothingToShow: string
  partFailed: string
  retry: string
  htmlFailed: (reason: string) => string
}

export const englishWords: WidgetWords = {
  loading: 'Loading …',
  noRows: 'No rows',
  yes: 'Yes',
  no: 'No',
  total: 'Total',
  showAsTable: 'Show as table',
  showAsChart: 'Show as chart',
  downloadCsv: 'Download CSV',
  sortAscending: (column) => `Sort by ${column}, smallest first`,
  sortDescending: (column) => `Sort by ${column}, largest first`,
  sortAsArrived: (column) => `Stop sorting by ${column}`,
  tableName: (title, rowCount) => `${title}, ${rowCount} rows`,
  truncated: (rowCount) => `Only the first ${rowCount} rows are shown.`,
  partPrinted: (rowCount) => `Only a part of the ${rowCount} rows is printed.`,
  chartName: (kind, measures, dimensions, rowCount) =>
    `${kind}: ${measures}${dimensions === '' ? '' : ` by ${dimensions}`}, ${rowCount} rows.`,
  chartRange: (measure, smallest, largest) => `${measure}: from ${smallest} to ${largest}.`,
  chartKinds: {
    bar: 'Bar chart',
    line: 'Line chart',
    area: 'Area chart',
    scatter: 'Scatter chart',
    pie: 'Pie chart',
    heatmap: 'Heat map',
    boxplot: 'Box plot',
    other: 'Chart',
  },
  chartSampled: (shown, all) => `Drawn from a sample: ${shown} of ${all} rows.`,
  chartTooLarge: (marks, limit) =>
    `The chart would have ${marks} marks, more than the ${limit} that can be drawn. Its rows are shown instead.`,
  chartFailed: 'The chart could not be drawn. Its rows are shown instead.',
  chartRefused: 'This chart is not allowed to be drawn.',
  mapAsTable: 'Maps cannot be drawn yet. The rows are shown instead.',
  previousPeriod: 'previous period',
  comparedTo: (value) => `compared to ${value}`,
  progressOf: (value, target) => `${value} of ${target}`,
  nothingToShow: 'There is nothing to show here.',
  partFailed: 'This part of the page could not be loaded.',
  retry: 'Try again',
  htmlFailed: (reason) => `The report could not be shown: ${reason}`,
}
