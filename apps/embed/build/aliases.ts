import { join } from 'node:path'

/** Packages that the page of a folder is built without, and what stands in their place. */
export const aliasesIn = (app: string): Record<string, string> => ({ 'd3-geo': join(app, 'src/widgets/chart/no-geo.ts') })

export const aliases = aliasesIn(join(import.meta.dirname, '..'))
