import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageFile } from '#kernel/package'

/** The program that converts a manifest. */
export type ConvertProgram = {
  /** Holds it and all that it imports; mounted read-only. */
  folder: string
  /** Relative to the folder. */
  program: string
}

/** In an installed package it is bundled; in a checkout Node runs the sources. */
export const convertProgram = (): ConvertProgram => {
  const sources = packageFile('../../packages/dbt-convert')
  return existsSync(join(sources, 'bin/convert.ts'))
    ? { folder: sources, program: 'bin/convert.ts' }
    : { folder: packageFile('dist/dbt-convert'), program: 'convert.js' }
}
