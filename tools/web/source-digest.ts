import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Everything a build of the page is made of and by. */
const sources = [
  'apps/embed/{index.html,doctor.html,package.json,tsconfig.json,vite.config.ts}',
  'apps/embed/src/**',
  'apps/embed/build/**',
  'packages/ui/{package.json,src/**}',
  'packages/embed/{package.json,src/**}',
  'tools/web/*.ts',
  'pnpm-lock.yaml',
]

/** One word for the state of all of them: a build that has the same is as good as a new one. */
export const sourceDigest = (): string => {
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return hash(
    'sha256',
    files
      .toSorted()
      .map((file) => `${file.slice(root.length)} ${hash('sha256', readFileSync(file))}`)
      .join('\n'),
  )
}
