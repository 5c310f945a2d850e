import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CopiedRepository, copyRepository } from './new/copied-repository.ts'
import { writeOperation } from './new/operation.ts'
import { readOperationPlan } from './new/operation-plan.ts'

type TestReport = { testResults: { name: string; assertionResults: { title: string; status: string; failureMessages: string[] }[] }[] }

const domains = 'apps/server/src/domains'
const moves = '/api/v1/deployments/{deploymentId}/drawers/{drawerId}/moves'
const operations = [
  {
    what: 'a write below a deployment, in a new area',
    args: ['archive/moves', 'moveDrawer', 'POST', moves, '--tag', 'Drawers', '--action', 'FolderEdit'],
    handler: `${domains}/archive/moves/move-drawer`,
  },
  {
    what: 'an operation of an existing module',
    args: ['hosting/regions', 'getRegionWeather', 'GET', '/api/v1/regions/weather', '--tag', 'Regions'],
    handler: `${domains}/hosting/regions/get-region-weather`,
  },
  {
    what: 'a tenant resource in a module whose name another area uses',
    args: ['archive/settings', 'getThemeByName', 'GET', '/api/v1/themes/{themeName}', '--tag', "People's Themes"],
    handler: `${domains}/archive/settings/get-theme-by-name`,
  },
  {
    what: 'a write of a resource without an audit target',
    args: ['styling/stickers', 'updateSticker', 'PUT', '/api/v1/stickers/{stickerId}', '--tag', 'Stickers', '--action', 'All'],
    handler: `${domains}/styling/stickers/update-sticker`,
  },
]
const handlerTests = operations.map(({ handler }) => `${handler}.test.ts`)

/** They fail for an operation that lacks an example, a test, rights or an area. */
const completenessTests = [
  'apps/server/test/contract-examples.test.ts',
  'apps/server/test/guard.test.ts',
  'packages/contract/test/areas.test.ts',
  'packages/contract/test/who-may.test.ts',
]

/** What the commands below read: the contract, the server, their packages and the generators. */
const copiedPaths = ['.oxlintrc.json', '*.json', '*.yaml', 'vitest.config.ts', 'apps', 'packages', 'tools']

let copy: CopiedRepository
const written = new Set<string>()

beforeAll(async () => {
  copy = copyRepository(copiedPaths)
  const [first, ...others] = operations
  for (const { args } of others)
    for (const path of await writeOperation(copy.path(''), readOperationPlan(['operation', ...args]))) written.add(path)
  const { exitCode, output, stdout } = await copy.run('tools/new.ts', 'operation', ...(first?.args ?? []))
  if (exitCode !== 0) throw new Error(output)
  for (const path of stdout.trim().split('\n')) written.add(path)
})
afterAll(() => copy.remove())

describe('pnpm new operation', () => {
  it.each(operations)('writes a handler and its test for $what', ({ handler }) => {
    expect([...written]).toEqual(expect.arrayContaining([`${handler}.ts`, `${handler}.test.ts`]))
  })

  it('adds each operation and its handler to the generated lists', () => {
    const listed = readFileSync(copy.path('packages/contract/src/generated/operations.ts'), 'utf8')
    const handlers = readFileSync(copy.path(`${domains}/archive/generated/handlers.ts`), 'utf8')

    expect(listed).toContain("import { getThemeByName } from '../archive/settings.ts'")
    expect(handlers).toContain("import { getThemeByName } from '../settings/get-theme-by-name.ts'")
  })

  it('writes code that passes the formatter, the linter and the type checker', async () => {
    const include = ['packages/contract/src', 'packages/contract/test', 'packages/client/src', 'apps/server/src', 'apps/server/test']
    writeFileSync(copy.path('tsconfig.new.json'), JSON.stringify({ extends: './tsconfig.json', include }))
    await copy.run('tools/lint/write-imports.ts')
    const checks = await Promise.all([
      copy.run('node_modules/@biomejs/biome/bin/biome', 'format', ...[...written].filter((file) => file.endsWith('.ts'))),
      copy.run('node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', ...written),
      copy.run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.new.json', '--noEmit'),
    ])

    expect(checks.filter(({ exitCode }) => exitCode !== 0).map(({ output }) => output)).toEqual([])
  })

  it('writes one failing test per operation, and the completeness tests pass', async () => {
    const files = [...handlerTests, ...completenessTests]
    await copy.run('node_modules/vitest/vitest.mjs', 'run', '--project=core', '--reporter=json', '--outputFile=report.json', ...files)
    const { testResults } = JSON.parse(readFileSync(copy.path('report.json'), 'utf8')) as TestReport
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
    const guarding = testResults.filter(({ name }) => handlerTests.some((file) => name.endsWith(file)))

    expect(testResults).toHaveLength(files.length)
    expect(guarding.map(({ assertionResults }) => assertionResults.length)).toEqual(handlerTests.map(() => 1))
    expect(tests.filter(({ status }) => status === 'failed').map(({ title, failureMessages }) => [title, ...failureMessages])).toEqual(
      handlerTests.map(() => ['returns its response', expect.stringContaining('Write this test first.')]),
    )
  })

  it('prints the usage and writes nothing when the operation already exists', async () => {
    const { exitCode, output, stdout } = await copy.run('tools/new.ts', 'operation', ...(operations[0]?.args ?? []))

    expect({ exitCode, output, stdout }).toEqual({ exitCode: 1, output: expect.stringContaining('pnpm new operation <area>'), stdout: '' })
  })
})
