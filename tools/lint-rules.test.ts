import { beforeAll, describe, expect, it } from 'vitest'
import { importCases } from './lint/import-cases.ts'
import { entries } from './lint/imports.ts'
import { codeCases } from './lint/code-cases.ts'
import { type Finding, lintPlanted } from './lint/planted.ts'

const rule = 'eslint(no-restricted-imports)'
const statement = (specifier: string, index: number): string =>
  specifier.startsWith('type ')
    ? `import type { Thing${index} } from '${specifier.slice(5)}'`
    : `import { thing${index} } from '${specifier}'`
const otherForms = ["export const late = import('pg')", "export * from 'kysely'"]

describe('the import rules', () => {
  let findings: Finding[]

  const module = (name: string, other: string) => ({
    [`apps/server/src/domains/content/${name}/index.ts`]: `import { ${other} } from '#domains/content/${other}'\nexport const ${name} = (): unknown => ${other}\n`,
  })
  const cyclicModules = { ...module('firsts', 'seconds'), ...module('seconds', 'firsts') }
  const otherFormsFile = 'apps/server/src/domains/content/folders/other-forms.ts'
  const refusedLinesOf = (path: string): Set<number> =>
    new Set(findings.filter(({ file, rule: name }) => file === path && name === rule).map(({ line }) => line))

  beforeAll(async () => {
    const sources = importCases.map(({ file, refused, accepted }) => [file, [...refused, ...accepted].map(statement).join('\n')] as const)
    findings = await lintPlanted({ ...Object.fromEntries(sources), ...cyclicModules, [otherFormsFile]: otherForms.join('\n') })
  })

  it.each(importCases)('refuses and accepts imports in $file', ({ file, refused, accepted }) => {
    const found = refusedLinesOf(file)
    const verdicts = [...refused, ...accepted].map((specifier, index) => [specifier, found.has(index + 1) ? 'refused' : 'accepted'])

    expect(verdicts).toEqual([...refused.map((name) => [name, 'refused']), ...accepted.map((name) => [name, 'accepted'])])
  })

  it('refuses dynamic imports and re-exports too', () => {
    expect(refusedLinesOf(otherFormsFile)).toEqual(new Set([1, 2]))
  })

  it.each(entries)('has a refused import for every message of $files', ({ patterns }) => {
    const missing = patterns.map(({ message }) => message).filter((message) => !findings.some(({ text }) => text.includes(message)))

    expect(missing).toEqual([])
  })

  it('refuses a cycle of modules that import each other by # name', () => {
    const cyclic = findings.filter(({ file }) => Object.hasOwn(cyclicModules, file))

    expect(cyclic.map((finding) => finding.rule)).toEqual(['import(no-cycle)', 'import(no-cycle)'])
  })
})

describe('the code rules', () => {
  let bad: Finding[]
  let good: Finding[]
  const fileOf = (index: number, path = 'packages/contract/src') => `${path}/case-${index}.ts`

  beforeAll(async () => {
    const plant = (side: 'bad' | 'good') => {
      const files = codeCases.map(({ file, path, ...sources }, index) => [file ?? fileOf(index, path), sources[side]])
      return lintPlanted(Object.fromEntries(files) as Record<string, string>, ['--type-aware', '--tsconfig=tsconfig.json'])
    }
    bad = await plant('bad')
    good = await plant('good')
  })

  it.each(codeCases.map((codeCase, index) => ({ ...codeCase, file: codeCase.file ?? fileOf(index, codeCase.path) })))(
    'reports $rule, and nothing in the corrected code',
    ({ rule: name, says = '', file }) => {
      expect(bad.filter((finding) => finding.file === file)).toContainEqual(
        expect.objectContaining({ rule: name, text: expect.stringContaining(says) as string }),
      )
      expect(good.filter((finding) => finding.file === file)).toEqual([])
    },
  )
})
