import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const domains = 'apps/server/src/domains'

/** An area of the server, and which of the parts it has that others are told of. */
export type AreaFiles = { name: string; hasSettings: boolean; hasEngine: boolean }

/** Every area that has a manifest, in order of name. */
export const readAreas = (): AreaFiles[] =>
  globSync(`${domains}/*/area.ts`, { cwd: root })
    .map((path) => path.split('/').at(-2) ?? '')
    .toSorted()
    .map((name) => ({
      name,
      hasSettings: existsSync(join(root, domains, name, 'settings.ts')),
      // One that opens nothing is functions alone.
      hasEngine: existsSync(join(root, domains, name, 'engine/open.ts')),
    }))

/** Every workflow of every area, by its path from the folder of areas. */
export const workflowFiles = (): string[] => globSync('**/*.workflow.ts', { cwd: join(root, domains) }).toSorted()
