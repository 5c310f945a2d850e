import { join } from 'node:path'

const noFiles = join(import.meta.dirname, '../src/widgets/chart/no-files.ts')

/** Packages that the page of a folder is built without, and what stands in their place. */
export const aliasesIn = (app: string): Record<string, string> => ({
  'd3-geo': join(app, 'src/widgets/chart/no-geo.ts'),
  // Of this checkout, whichever is built: pages of before are built without them as well.
  'd3-dsv': noFiles,
  'topojson-client': noFiles,
})

export const aliases = aliasesIn(join(import.meta.dirname, '..'))
