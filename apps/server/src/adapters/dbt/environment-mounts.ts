import { readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SandboxMount } from '#adapters/sandbox'

/** A Python with dbt and the adapters of all warehouses, made ahead: nothing is installed while a sync runs. */
export type DbtPython = {
  /** The program, in the environment's `bin`. */
  python: string
  /** The folder of the environment, with `pyvenv.cfg`. */
  root: string
}

const isShown = (folder: string): boolean => folder === '/usr' || (folder.startsWith('/usr/') && !folder.startsWith('/usr/local'))

/**
 * Where the environment, and the Python that it was made from, have to be: paths are written down in both, so inside they are what they are
 * outside. Both are only read.
 */
export const environmentMounts = async ({ python, root }: DbtPython): Promise<SandboxMount[]> => {
  const settings = await readFile(join(root, 'pyvenv.cfg'), 'utf8')
  const [, home = '/usr/bin'] = /^home *= *(.+)$/m.exec(settings) ?? []
  const bases = new Set([dirname(home.trim()), dirname(dirname(await realpath(python)))])
  return [...[...bases].filter((base) => !isShown(base)).map((base) => ({ from: base, to: base })), { from: root, to: root }]
}
