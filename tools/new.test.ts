import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CopiedRepository, copyRepository } from './new/copied-repository.ts'
import { readPlan } from './new/plan.ts'

type TestReport = { testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[] }

const domains = 'apps/server/src/domains'
const commands = {
  'a new module below deployments': {
    args: [
      'content/folders',
      'moveFolder',
      'POST',
      '/api/v1/deployments/{deploymentId}/folders/{folderId}/moves',
      '--tag',
      'Folders',
      '--action',
      'FolderEdit',
    ],
    handler: `${domains}/content/folders/move-folder`,
  },
  'a module that exists': {
    args: ['hosting/regions', 'getRegionWeather', 'GET', '/api/v1/regions/weather', '--tag', 'Regions'],
    handler: `${domains}/hosting/regions/get-region-weather`,
  },
  'a resource of the tenant, in a module whose name is taken': {
    args: ['content/settings', 'getThemeByName', 'GET', '/api/v1/themes/{themeName}', '--tag', "People's Themes"],
    handler: `${domains}/content/settings/get-theme-by-name`,
  },
  'a write of a kind of thing that no audit entry names yet': {
    args: ['content/themes', 'updateTheme', 'PUT', '/api/v1/themes/{themeId}', '--tag', 'Themes', '--action', 'All'],
    handler: `${domains}/content/themes/update-theme`,
  },
}

describe('pnpm new operation', () => {
  let copy: CopiedRepository
  const written = new Set<string>()

  beforeAll(async () => {
    copy = copyRepository()
    for (const { args } of Object.values(commands)) {
      const { exitCode, output, stdout } = await copy.run('tools/new.ts', 'operation', ...args)
      if (exitCode !== 0) throw new Error(output)
      for (const file of stdout.trim().split('\n')) written.add(file)
    }
    // Each command formats a dozen files, each in a process of its own.
  }, 300_000)
  afterAll(() => copy.remove())

  it.each(Object.entries(commands))('makes %s', (_, { handler }) => {
    expect([`${handler}.ts`, `${handler}.test.ts`].map((file) => existsSync(copy.path(file)))).toEqual([true, true])
  })

  it('lists operations and handlers in order, each under a name of its own', () => {
    const handlers = readFileSync(copy.path('apps/server/src/roles/handlers.ts'), 'utf8')
    const ids = [...handlers.matchAll(/^ {2}(\w+): /gm)].map((match) => match[1] ?? '')

    expect(ids).toEqual(ids.toSorted())
    expect(handlers).toContain("import * as contentSettings from '#domains/content/settings'")
    expect(handlers).toContain('  getThemeByName: contentSettings.getThemeByName,')
  })

  it('leaves nothing to format, lint or correct', async () => {
    const checks = await Promise.all([
      copy.run('node_modules/@biomejs/biome/bin/biome', 'format', ...written),
      copy.run('node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', ...written),
      copy.run('node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'),
    ])

    expect(checks.filter(({ exitCode }) => exitCode !== 0).map(({ output }) => output)).toEqual([])
  })

  it('guards access from the start and fails the one test that is still to be written', async () => {
    const files = Object.values(commands).map(({ handler }) => `${handler}.test.ts`)
    await copy.run('node_modules/vitest/vitest.mjs', 'run', '--project=core', '--reporter=json', '--outputFile=report.json', ...files)
    const report = JSON.parse(readFileSync(copy.path('report.json'), 'utf8')) as TestReport
    const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)

    expect(tests.filter(({ status }) => status === 'passed')).toHaveLength(3 * files.length)
    expect(tests.filter(({ status }) => status !== 'passed')).toEqual(
      files.map(() =>
        expect.objectContaining({ title: 'does what it says', failureMessages: [expect.stringContaining('Write this test first.')] }),
      ),
    )
  })

  it('says how to call it when it was called in another way, and changes nothing', async () => {
    const { exitCode, output } = await copy.run('tools/new.ts', 'operation', 'content/folders', 'x')

    expect({ exitCode, output }).toEqual({ exitCode: 1, output: expect.stringContaining('pnpm new operation <area>/<module>') })
    expect(existsSync(copy.path(`${domains}/content/folders/x.ts`))).toBe(false)
  })
})

describe('readPlan', () => {
  it.each([
    { args: ['operation', 'folders', 'x', 'GET', '/x', '--tag', 'X'], says: '"folders" is not <area>/<module>.' },
    { args: ['operation', 'content/folders', 'Move_it', 'GET', '/x', '--tag', 'X'], says: '"Move_it" is not an operation id' },
    { args: ['operation', 'content/folders', 'getSpec', 'GET', '/x', '--tag', 'X'], says: 'There is an operation getSpec already.' },
    { args: ['operation', 'content/folders', 'x', 'FETCH', '/x', '--tag', 'X'], says: '"FETCH" is none of GET' },
    { args: ['operation', 'content/folders', 'x', 'GET', 'x', '--tag', 'X'], says: '"x" is not a path' },
    { args: ['operation', 'content/folders', 'x', 'GET', '/api/v1/spec', '--tag', 'X'], says: 'is getSpec already.' },
    { args: ['operation', 'content/folders', 'x', 'GET', '/x'], says: '--tag names the group' },
    { args: ['operation', 'content/folders', 'x', 'GET', '/x', '--tag', 'X', '--action', 'Fly'], says: '"Fly" is no action' },
    { args: ['operation', 'content/folders', 'x', 'GET', '/x', '--tag', 'X', '--wrong'], says: "Unknown option '--wrong'" },
    { args: ['module', 'content/folders'], says: '"module" is nothing that can be made.' },
  ])('answers $args with "$says"', ({ args, says }) => {
    expect(() => readPlan(args)).toThrow(says)
    expect(() => readPlan(args)).toThrow('pnpm new operation <area>/<module>')
  })
})
