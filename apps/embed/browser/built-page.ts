import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const program = join(import.meta.dirname, 'copy-page.ts')

/** Puts the page of the current sources into a folder. In a process of its own, because a build changes `NODE_ENV`. */
export const copyBuiltPage = async (folder: string): Promise<void> => {
  await promisify(execFile)(process.execPath, [program, folder])
}
