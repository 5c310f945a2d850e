import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { dbtVersions, findDbtEnvironment } from '../apps/server/src/adapters/dbt/index.ts'

it.each(dbtVersions)(
  'dbt $version, as tools/setup installed it, runs with the adapter of every warehouse',
  async ({ version, warehouses }) => {
    const environment = findDbtEnvironment(process.env['FACET_DBT_FOLDER'] ?? '', version)
    if (!environment) throw new Error('dbt is not installed. Run tools/setup, and . tools/env.')
    const env = { PATH: '/usr/bin:/bin', DBT_SEND_ANONYMOUS_USAGE_STATS: 'false' }

    const program = `import importlib.metadata as m\nfor name in ${JSON.stringify(['core', ...warehouses])}: print(name, m.version('dbt-' + name))\nimport dbt.cli.main`
    const { stdout } = await promisify(execFile)(environment.python, ['-I', '-c', program], { env })

    expect(stdout.trim().split('\n')).toEqual([
      `core ${version}`,
      ...warehouses.map((name) => expect.stringMatching(`^${name} 1\\.`) as string),
    ])
    expect(environment.interpreter).toMatch(/^\/usr\//)
    expect(statSync(join(environment.root, 'lib')).mode & 0o022).toBe(0)
  },
)
