import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildPageInto } from '../../../tools/web/build-page.ts'
import { sourceDigest } from '../../../tools/web/source-digest.ts'

/** The page as it is built from the sources of now. Files of tests that run at once find the same one, or make it twice. */
export const builtPage = async (): Promise<string> => {
  const beside = join(import.meta.dirname, '../node_modules/.page')
  const folder = join(beside, sourceDigest())
  if (existsSync(folder)) return folder
  mkdirSync(beside, { recursive: true })
  const made = mkdtempSync(join(beside, 'made-'))
  await buildPageInto(made)
  try {
    renameSync(made, folder)
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}
