/** The first call of a frame, and what it decides for those that follow. */
export { timeZoneOf } from './time-zone-rules.ts'
