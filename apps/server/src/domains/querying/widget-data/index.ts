/** The data of widgets, and what a page knows of its controls before it asks for any. */
export { controlsAtStart } from './controls-line.ts'
export { timeZoneOf } from './time-zone-rules.ts'
