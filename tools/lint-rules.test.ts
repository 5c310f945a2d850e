import { matchesGlob } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ImportCase } from './lint/import-case.ts'
import { importCases } from './lint/import-cases.ts'
import { entries } from './lint/imports.ts'
import { codeCases } from './lint/code-cases.ts'
import { type Finding, lintPlanted } from './lint/planted.ts'

const rule = 'eslint(no-restricted-imports)'
const entryOf = (file: string) => entries.findLast((entry) => entry.files.some((glob) => matchesGlob(file, glob)))

describe('what a folder may import', () => {
  let refused: Finding[]
  let allowed: Finding[]

  beforeAll(async () => {
    // One import a line, each of a name of its own.
    const sourceOf = (lines: string[]) => lines.map((line, index) => line.replace(/thing/i, `$&${index}`)).join('\n')
    const plant = (linesOf: (place: ImportCase) => string[]) =>
      lintPlanted(Object.fromEntries(importCases.map((place) => [place.file, sourceOf(linesOf(place))])))
    refused = (await plant((place) => Object.keys(place.refused))).filter((finding) => finding.rule === rule)
    allowed = (await plant((place) => place.allowed)).filter((finding) => finding.rule === rule)
  })

  it.each(importCases)('refuses $file what belongs elsewhere, saying where', ({ file, refused: lines }) => {
    const answers = Object.keys(lines).map((_, index) =>
      refused.filter((finding) => finding.file === file && finding.line === index + 1).map(({ text }) => text),
    )

    expect(answers).toEqual(Object.values(lines).map((sentence) => expect.arrayContaining([expect.stringContaining(sentence)])))
  })

  it.each(importCases)('lets $file have what it needs', ({ file }) => {
    expect(allowed.filter((finding) => finding.file === file)).toEqual([])
  })

  it.each(entries)('proves every sentence for $files', (entry) => {
    const texts = refused.filter((finding) => entryOf(finding.file) === entry).map(({ text }) => text)

    expect(texts).toEqual(expect.arrayContaining(entry.refusals.map(({ message }) => expect.stringContaining(message))))
  })
})

it('finds modules that need each other, however they are named', async () => {
  const module = (name: string, other: string) => ({
    [`apps/server/src/domains/content/${name}/index.ts`]: `import { ${other} } from '#domains/content/${other}'\nexport const ${name} = (): unknown => ${other}\n`,
  })
  const findings = await lintPlanted({ ...module('folders', 'workbooks'), ...module('workbooks', 'folders') })

  expect(findings.map((finding) => finding.rule)).toEqual(['import(no-cycle)', 'import(no-cycle)'])
})

describe('what code may do', () => {
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
    'finds $rule and passes its twin',
    ({ rule: name, says = '', file }) => {
      expect(bad.filter((finding) => finding.file === file)).toContainEqual(
        expect.objectContaining({ rule: name, text: expect.stringContaining(says) as string }),
      )
      expect(good.filter((finding) => finding.file === file)).toEqual([])
    },
  )
})
