import { type Chart, isObject } from '../check/read-chart.ts'
import { mapChart } from './map-chart.ts'

/** The data set that the page fills with the rows of the widget. */
export const rowsName = 'rows'
/** The signal that the page sets to the accent of its theme. */
export const accentName = 'facetAccent'

const composed = ['concat', 'hconcat', 'vconcat', 'facet', 'repeat', 'spec']
const faceting = ['row', 'column', 'facet']

/** Whether one plane is drawn, which then takes the room that its widget has. */
const isOnePlane = (chart: Chart): boolean =>
  composed.every((name) => !(name in chart)) && !faceting.some((name) => isObject(chart['encoding']) && name in chart['encoding'])

/** Named data is the rows of the widget, whatever the author called it. */
const withRows = (chart: Chart): Chart => {
  const named = mapChart(chart, ({ key, value }) => (key === 'data' && isObject(value) && 'name' in value ? { name: rowsName } : value))
  return 'data' in named && named['data'] !== null ? named : { ...named, data: { name: rowsName } }
}

const withRoom = (chart: Chart): Chart =>
  isOnePlane(chart) ? { autosize: { type: 'fit', contains: 'padding' }, width: 'container', height: 'container', ...chart } : chart

export const inFrame = (chart: Chart): Chart => withRoom(withRows(chart))

/** Colours are the theme's, which the page knows; nothing is painted behind. */
export const frameConfig = {
  background: 'transparent',
  params: [{ name: accentName, value: '#4c78a8' }],
  mark: { color: { expr: accentName } },
}
