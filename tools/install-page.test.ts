import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { engineVersions } from '../apps/server/src/adapters/cube/index.ts'
import { programPath } from '../apps/server/src/adapters/git/index.ts'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const page = read('docs/operate/install.md')

it('lists on the installation page every folder that is searched for git', () => {
  const folders = programPath.replaceAll(':', '`, `').replace(/, (?=[^,]*$)/, ' and ')

  expect(page).toContain(`\`${folders}\``)
})

it('installs on the installation page the versions of the engine, Temporal and the worker library that this build runs', () => {
  const { peerDependencies } = JSON.parse(read('apps/server/package.json')) as { peerDependencies: Record<string, string> }
  const temporal = /^TEMPORAL_VERSION=(.*)$/m.exec(read('tools/versions'))?.[1]

  expect(page.match(/facet engines install [\d.]+/g)).toEqual(engineVersions.map(({ version }) => `facet engines install ${version}`))
  expect(page.match(/@temporalio\/worker@[\d.]+/g)).toEqual([`@temporalio/worker@${peerDependencies['@temporalio/worker']}`])
  expect(new Set(page.match(/go\.temporal\.io\S+@v[\d.]+/g)?.map((module) => module.split('@v')[1]))).toEqual(new Set([temporal]))
})
