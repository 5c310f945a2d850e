import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageFile } from '#kernel/package'

const besideThis = (name: string): string => join(import.meta.dirname, name)

/** In a package the bundle of workflows was made when it was packed, and sources are not there. */
const packed = packageFile('dist', 'workflows.js')

/** Loaded by path, by the SDK: sources in a checkout, a file of its own in a package. */
export const failureConverterFile = existsSync(besideThis('failure-converter.ts'))
  ? besideThis('failure-converter.ts')
  : besideThis('failure-converter.js')

export const packedWorkflows: string | null = existsSync(besideThis('failure-converter.ts')) ? null : packed
