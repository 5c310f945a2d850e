/** How much memory work takes. */
export { peakOf } from './peak.ts'
