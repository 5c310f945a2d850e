import { join } from 'node:path'

/** Packages that the page is built without, and what stands in their place. */
export const aliases = { 'd3-geo': join(import.meta.dirname, '../src/widgets/chart/no-geo.ts') }
