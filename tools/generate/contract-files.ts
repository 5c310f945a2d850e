import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const contract = 'packages/contract'

/** A file of an area of the contract: its path from the root of the repository, and the ids of the operations it declares. */
export type ContractFile = { path: string; area: string; name: string; operationIds: string[] }

/** What an area has once, beside the files of its modules. */
const ofArea = new Set(['failures', 'audit-targets'])

const readContractFile = (path: string): ContractFile => {
  const [, , , area = ''] = path.split('/')
  const declared = readFileSync(join(root, path), 'utf8').matchAll(/^export const (\w+) = operation\(/gm)
  return { path, area, name: basename(path, '.ts'), operationIds: [...declared].map(([, id = '']) => id) }
}

/**
 * The files of every area that declare operations, or parts of them, in order of path. They are read as text: what they import
 * are lists that are made from them, and these can be behind or gone.
 */
export const readContractFiles = (): ContractFile[] =>
  globSync(`${contract}/src/*/*.ts`, { cwd: root, exclude: [`${contract}/src/generated`] })
    .toSorted()
    .map(readContractFile)
    .filter(({ name }) => !ofArea.has(name))

/** The areas that have such a file. */
export const areasWith = (name: 'failures' | 'audit-targets'): string[] =>
  globSync(`${contract}/src/*/${name}.ts`, { cwd: root, exclude: [`${contract}/src/generated`] })
    .map((path) => path.split('/')[3] ?? '')
    .toSorted()

/** The areas whose rights are written down a second time. */
export const areasWithRights = (): string[] =>
  globSync(`${contract}/test/who-may/*.ts`, { cwd: root })
    .map((path) => basename(path, '.ts'))
    .toSorted()
