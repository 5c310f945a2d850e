import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { missingCases, type SourceFiles } from './guard.ts'

const domains = join(import.meta.dirname, '../src/domains')

const readDomains = (): SourceFiles =>
  Object.fromEntries(
    readdirSync(domains, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => [path, readFileSync(join(domains, path), 'utf8')]),
  )

const handler = 'area/things/make-thing.ts'
const test = 'area/things/make-thing.test.ts'
const importing = `import { describe, it } from 'vitest'\nimport { itGuardsAccess, useServer } from '#test'\nconst server = useServer()\n`
const planted = (source: string): SourceFiles => ({ [handler]: 'export const makeThing = 1', [test]: source })

describe('every operation of the contract', () => {
  it('has a test beside its file that asks for a credential, a caller of the tenant and a role', () => {
    expect(missingCases(Object.keys(operations), readDomains())).toEqual([])
  })

  it('is missed by the guard when somebody adds one and nothing else', () => {
    expect(missingCases([...Object.keys(operations), 'makeThing'], readDomains())).toEqual(['makeThing has no file make-thing.ts.'])
  })
})

describe('the guard', () => {
  it('finds an operation without a test beside its file', () => {
    const elsewhere = { [handler]: '', 'other/make-thing.test.ts': `${importing}itGuardsAccess(server, 'makeThing', {})` }

    expect(missingCases(['makeThing'], elsewhere)).toEqual([`makeThing has no test: write ${test}.`])
  })

  it.each([
    ['at the top of the file', `itGuardsAccess(server, 'makeThing', { input: (actor: Actor) => ({}) })`],
    ['in a suite', `describe('makeThing', () => {\n  itGuardsAccess(server, 'makeThing', {})\n})`],
    ['in a suite of a suite', `describe('a', () => {\n  describe('b', () => {\n    itGuardsAccess(server, 'makeThing', {})\n  })\n})`],
  ])('is content with the access cases %s', (_, source) => {
    expect(missingCases(['makeThing'], planted(importing + source))).toEqual([])
  })

  it.each([
    ['nothing', ''],
    ['the cases of another operation', `itGuardsAccess(server, 'dropThing', {})`],
    ['the call in a comment', `// itGuardsAccess(server, 'makeThing', {})\n/* itGuardsAccess(server, 'makeThing', {}) */`],
    ['the call in a text', `const text = "itGuardsAccess(server, 'makeThing', {})"`],
    ['the call in a template', 'const text = `\nitGuardsAccess(server, "makeThing", {})\n`'],
    ['the call in a comment in a suite', `describe('a', () => {\n  /*\n  itGuardsAccess(server, 'makeThing', {})\n  */\n})`],
    ['the call in a template in a suite', "describe('a', () => {\n  const text = `\n  itGuardsAccess(server, 'makeThing', {})\n`\n})"],
    ['the id in another call', `describe('makeThing', () => {\n  it('makeThing', () => itGuardsAccess(server, 'dropThing', {}))\n})`],
    ['the call inside a test, where it registers nothing', `it('is too late', () => {\n  itGuardsAccess(server, 'makeThing', {})\n})`],
    ['the call in a function nobody calls', `const never = () => {\n  itGuardsAccess(server, 'makeThing', {})\n}`],
    ['the call in a suite that is skipped', `describe.skip('x', () => {\n  itGuardsAccess(server, 'makeThing', {})\n})`],
    ['the call behind a condition that does not hold', `if (1 > 2) {\n  itGuardsAccess(server, 'makeThing', {})\n}`],
  ])('is not content with %s', (_, source) => {
    expect(missingCases(['makeThing'], planted(importing + source))).toEqual([`${test} does not call itGuardsAccess for makeThing.`])
  })

  it('is not content with a function of the same name from elsewhere', () => {
    const own = `const itGuardsAccess = (...all: unknown[]) => all\nitGuardsAccess(1, 'makeThing', {})`

    expect(missingCases(['makeThing'], planted(own))).toHaveLength(1)
  })
})
