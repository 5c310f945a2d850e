import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCommand } from './new/command.ts'
import { type CopiedRepository, copyRepository } from './new/copied-repository.ts'

type TestReport = { testResults: { name: string; assertionResults: { title: string; status: string; failureMessages: string[] }[] }[] }

const domains = 'apps/server/src/domains'
const drawers = '/api/v1/deployments/{deploymentId}/drawers'
const operations = {
  'a new module below deployments': {
    args: ['archive/moves', 'moveDrawer', 'POST', `${drawers}/{drawerId}/moves`, '--tag', 'Drawers', '--action', 'FolderEdit'],
    handler: `${domains}/archive/moves/move-drawer`,
  },
  'a module that exists': {
    args: ['hosting/regions', 'getRegionWeather', 'GET', '/api/v1/regions/weather', '--tag', 'Regions'],
    handler: `${domains}/hosting/regions/get-region-weather`,
  },
  'a resource of the tenant, in a module whose name is taken': {
    args: ['archive/settings', 'getThemeByName', 'GET', '/api/v1/themes/{themeName}', '--tag', "People's Themes"],
    handler: `${domains}/archive/settings/get-theme-by-name`,
  },
  'a new area, with a write of a kind of thing that no audit entry names yet': {
    args: ['styling/themes', 'updateTheme', 'PUT', '/api/v1/themes/{themeId}', '--tag', 'Themes', '--action', 'All'],
    handler: `${domains}/styling/themes/update-theme`,
  },
}

/** What a contributor types for an area with two modules, one below deployments and one in the tenant, a task and a check. */
const capability = [
  ['area', 'archive', 'Archive: drawers and labels.'],
  ['module', 'archive/drawers', '--crud', 'drawer', '--tag', 'Drawers', '--path', drawers, '--action', 'FolderEdit'],
  ['module', 'archive/labels', '--crud', 'colorLabel', '--fields', 'color:text,position:integer?,isShown:boolean', '--tag', 'Labels'],
  ['task', 'archive', 'remove old drawers'],
  ['check', 'archive', 'drawer store'],
]

/** And what they write by hand: the rest stays as it was made. */
const byHand: [file: string, made: string, written: string][] = [
  ['packages/contract/src/archive/drawers.ts', "summary: 'Delete a drawer'", "summary: 'Delete a drawer, and not what it holds'"],
  [`${domains}/archive/tasks.ts`, 'start: () => () => Promise.resolve()', 'start: ({ log }) => async () => log.debug("no drawer is old")'],
  [`${domains}/archive/checks.ts`, "Promise.resolve('not looked at yet')", "Promise.resolve('drawers need nothing but the database')"],
]

const shapeTests = [
  'apps/server/src/db/row-security.test.ts',
  'apps/server/test/contract-examples.test.ts',
  'apps/server/test/guard.test.ts',
  'packages/contract/test/areas.test.ts',
  'packages/contract/test/who-may.test.ts',
]

let copy: CopiedRepository
const written = new Set<string>()
let ofCapability: readonly string[]

const make = async (...args: string[]): Promise<void> => {
  const { exitCode, output, stdout } = await copy.run('tools/new.ts', ...args)
  if (exitCode !== 0) throw new Error(output)
  for (const file of stdout.trim().split('\n')) written.add(file)
}

/** The arguments of each run of tsc that `pnpm types` makes. */
const typeChecks = (): string[][] => {
  const { scripts } = JSON.parse(readFileSync(copy.path('package.json'), 'utf8')) as { scripts: { types: string } }
  return scripts.types.split(' && ').map((command) => command.split(' ').slice(1))
}

beforeAll(async () => {
  copy = copyRepository()
  for (const args of capability) await make(...args)
  ofCapability = [...written]
  for (const { args } of Object.values(operations)) await make('operation', ...args)
  for (const [file, made, text] of byHand) {
    const source = readFileSync(copy.path(file), 'utf8')
    if (!source.includes(made)) throw new Error(`${file} does not say ${made}.`)
    writeFileSync(copy.path(file), source.replace(made, text))
  }
  await copy.run('node_modules/@biomejs/biome/bin/biome', 'format', '--write', ...byHand.map(([file]) => file))
  await copy.run('tools/generate-client.ts', '--write')
  // Twelve commands, of which two start a database.
}, 600_000)
afterAll(() => copy.remove())

describe('pnpm new', () => {
  it.each(Object.entries(operations))('makes %s', (_, { handler }) => {
    expect([`${handler}.ts`, `${handler}.test.ts`].map((file) => existsSync(copy.path(file)))).toEqual([true, true])
  })

  it('makes files of the area, its contract and its tables alone, of which at most five are written by hand', () => {
    const own =
      /^(apps\/server\/(src\/domains\/archive\/|sql\/migrations\/\d+_\w+\.sql$)|packages\/contract\/(src|test\/who-may)\/archive[/.])/

    expect(ofCapability.filter((file) => !own.test(file))).toEqual([])
    expect(byHand.length).toBeLessThanOrEqual(5)
    expect(byHand.filter(([file]) => !ofCapability.includes(file))).toEqual([])
  })

  it('lists each operation and its handler', () => {
    const listed = readFileSync(copy.path('packages/contract/src/generated/operations.ts'), 'utf8')
    const handlers = readFileSync(copy.path(`${domains}/archive/generated/handlers.ts`), 'utf8')

    expect(listed).toContain("import { getThemeByName } from '../archive/settings.ts'")
    expect(handlers).toContain("import { getThemeByName } from '../settings/get-theme-by-name.ts'")
  })

  it('has doctor look at what a check says', async () => {
    const settings = {
      FACET_MODE: 'development',
      FACET_DATABASE_URL: 'postgres://facet@127.0.0.1:1/facet',
      FACET_ROOT_KEY: Buffer.alloc(32, 7).toString('base64'),
      FACET_DATA_FOLDER: copy.path('data'),
    }
    const { stdout } = await copy.runWith(settings, 'apps/server/bin/facet.js', 'doctor')

    expect(stdout.split('\n')).toContain('ok    drawer store: drawers need nothing but the database')
  })

  it('leaves nothing to format, lint or correct', async () => {
    const checks = await Promise.all([
      copy.run('node_modules/@biomejs/biome/bin/biome', 'format', ...[...written].filter((file) => file.endsWith('.ts'))),
      copy.run('node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', ...written),
      copy.run('tools/lint-migrations.ts'),
      ...typeChecks().map((args) => copy.run('node_modules/typescript/bin/tsc', ...args)),
    ])

    expect(checks.filter(({ exitCode }) => exitCode !== 0).map(({ output }) => output)).toEqual([])
  })

  it('makes what passes its tests and those of the shape of the whole, but for one test of each operation that is still to be written', async () => {
    const unwritten = Object.values(operations).map(({ handler }) => `${handler}.test.ts`)
    const files = [...unwritten, ...['drawers', 'labels'].map((module) => `${domains}/archive/${module}/`), ...shapeTests]
    await copy.run('node_modules/vitest/vitest.mjs', 'run', '--project=core', '--reporter=json', '--outputFile=report.json', ...files)
    const { testResults } = JSON.parse(readFileSync(copy.path('report.json'), 'utf8')) as TestReport
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
    const guarding = testResults.filter(({ name }) => unwritten.some((file) => name.endsWith(file)))

    expect(testResults).toHaveLength(unwritten.length + 8 + shapeTests.length)
    expect(guarding.map(({ assertionResults }) => assertionResults.length)).toEqual(unwritten.map(() => 4))
    expect(tests.filter(({ status }) => status === 'failed').map(({ title, failureMessages }) => [title, ...failureMessages])).toEqual(
      unwritten.map(() => ['does what it says', expect.stringContaining('Write this test first.')]),
    )
  })

  it.each([
    ['operation', 'archive/drawers', 'x'],
    ['area', 'archive'],
    ['module', 'archive/labels', '--crud', 'sticker', '--tag', 'Stickers'],
    ['task', 'archive', 'remove old drawers'],
    ['check', 'archive', 'drawer store'],
  ])('says how to call it when %s was called in another way, and changes nothing', async (...args) => {
    const { exitCode, output, stdout } = await copy.run('tools/new.ts', ...args)

    expect({ exitCode, output, stdout }).toEqual({ exitCode: 1, output: expect.stringContaining(`pnpm new ${args[0]} <area>`), stdout: '' })
  })
})

describe('readCommand', () => {
  it.each([
    { args: ['operation', 'drawers', 'x', 'GET', '/x', '--tag', 'X'], says: '"drawers" is not <area>/<module>.' },
    { args: ['operation', 'archive/drawers', 'Move_it', 'GET', '/x', '--tag', 'X'], says: '"Move_it" is not an operation id' },
    { args: ['operation', 'archive/drawers', 'getSpec', 'GET', '/x', '--tag', 'X'], says: 'There is an operation getSpec already.' },
    { args: ['operation', 'archive/drawers', 'x', 'FETCH', '/x', '--tag', 'X'], says: '"FETCH" is not one of GET' },
    { args: ['operation', 'archive/drawers', 'x', 'GET', 'x', '--tag', 'X'], says: '"x" is not a path' },
    { args: ['operation', 'archive/drawers', 'x', 'GET', '/api/v1/spec', '--tag', 'X'], says: 'is getSpec already.' },
    { args: ['operation', 'archive/drawers', 'x', 'GET', '/x'], says: '--tag names the group' },
    { args: ['operation', 'archive/drawers', 'x', 'GET', '/x', '--tag', 'X', '--action', 'Fly'], says: '"Fly" is not an action' },
    { args: ['operation', 'archive/drawers', 'x', 'GET', '/x', '--tag', 'X', '--wrong'], says: "Unknown option '--wrong'" },
    {
      args: ['operation', 'archive/drawers', 'x', 'GET', '/x', '--tag', 'X', '--crud', 'x'],
      says: '--crud is not an option of operation.',
    },
    { args: ['module', 'archive/drawers', '--tag', 'X'], says: '--crud names what the module lists' },
    { args: ['module', 'archive/drawers', '--crud', 'A drawer', '--tag', 'X'], says: '"A drawer" is not a noun in camelCase.' },
    { args: ['module', 'archive/drawers', '--crud', 'user', '--tag', 'X'], says: 'There is an operation listUsers already.' },
    { args: ['module', 'archive/drawers', '--crud', 'drawer', '--tag', 'X', '--path', '/x/{userId}'], says: 'has {userId}' },
    {
      args: ['module', 'archive/drawers', '--crud', 'drawer', '--tag', 'X', '--fields', 'size:number'],
      says: '"size:number" is not a field',
    },
    { args: ['module', 'archive/drawers', '--crud', 'drawer', '--tag', 'X', '--fields', 'id:text'], says: 'has a field id already.' },
    { args: ['area', 'Archive'], says: '"Archive" is not an area' },
    { args: ['task', 'archive', 'Remove!'], says: '"Remove!" does not say what the task does' },
    { args: ['check', 'archive'], says: '"" does not say what the check looks at' },
    { args: ['check', 'archive', 'store', 'more'], says: '"more" is more than is needed.' },
    { args: ['role', 'worker'], says: '"role" cannot be made.' },
    { args: [], says: 'What should be made?' },
  ])('answers $args with "$says"', ({ args, says }) => {
    expect(() => readCommand(args)).toThrow(says)
    expect(() => readCommand(args)).toThrow(/pnpm new \w+ <area>/)
  })
})
