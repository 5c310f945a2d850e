import { matchesGlob } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { importCases } from './lint/import-cases.ts'
import { entries } from './lint/imports.ts'
import { codeCases } from './lint/code-cases.ts'
import { type Finding, lintPlanted } from './lint/planted.ts'

const rule = 'eslint(no-restricted-imports)'
const entryOf = (file: string) => entries.findLast((entry) => entry.files.some((glob) => matchesGlob(file, glob)))

describe('the import rules', () => {
  let findings: Finding[]

  const module = (name: string, other: string) => ({
    [`apps/server/src/domains/content/${name}/index.ts`]: `import { ${other} } from '#domains/content/${other}'\nexport const ${name} = (): unknown => ${other}\n`,
  })
  const cyclicModules = { ...module('firsts', 'seconds'), ...module('seconds', 'firsts') }
  const findingsIn = (path: string) => findings.filter(({ file, rule: name }) => file === path && name === rule)

  beforeAll(async () => {
    // One import per line, the refused ones first, each with a name of its own.
    const sourceOf = (lines: string[]) => lines.map((line, index) => line.replace(/thing/i, `$&${index}`)).join('\n')
    const sources = importCases.map(({ file, refused, allowed }) => [file, sourceOf([...Object.keys(refused), ...allowed])] as const)
    findings = await lintPlanted({ ...Object.fromEntries(sources), ...cyclicModules })
  })

  it.each(importCases)('refuses imports in $file, with the reason', ({ file, refused }) => {
    const answers = Object.keys(refused).map((_, index) =>
      findingsIn(file)
        .filter(({ line }) => line === index + 1)
        .map(({ text }) => text),
    )

    expect(answers).toEqual(Object.values(refused).map((sentence) => expect.arrayContaining([expect.stringContaining(sentence)])))
  })

  it.each(importCases)('allows the imports that $file needs', ({ file, refused }) => {
    expect(findingsIn(file).filter(({ line }) => line > Object.keys(refused).length)).toEqual([])
  })

  it.each(entries)('has a case for every reason of $files', (entry) => {
    const texts = findings.filter(({ file, rule: name }) => name === rule && entryOf(file) === entry).map(({ text }) => text)

    expect(texts).toEqual(expect.arrayContaining(entry.refusals.map(({ message }) => expect.stringContaining(message))))
  })

  it('refuses modules that import each other through their package names', () => {
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
    'finds $rule, and nothing in the corrected code',
    ({ rule: name, says = '', file }) => {
      expect(bad.filter((finding) => finding.file === file)).toContainEqual(
        expect.objectContaining({ rule: name, text: expect.stringContaining(says) as string }),
      )
      expect(good.filter((finding) => finding.file === file)).toEqual([])
    },
  )
})
