import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claims } from './claims.ts'
import { proofOf } from './claims-page.ts'

const root = join(import.meta.dirname, '../..')
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8').replaceAll(/\s+/g, ' ')
const section = (page: string, title: string): string =>
  readFileSync(join(root, page), 'utf8').split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''

/** The bullets of README and the rows of SECURITY that promise something, each on one line. */
const promises = [
  ...section('README.md', 'Why people choose it').split(/\n(?=- )/),
  ...section('SECURITY.md', 'What we hold ourselves to')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Promise')),
]
  .map((text) => text.replaceAll(/\s+/g, ' ').trim())
  .filter((text) => text !== '')

describe('the claims', () => {
  it.each(claims)('quote $page: $text', ({ page, text }) => {
    expect(textOf(page)).toContain(text)
  })

  it.each(claims)('name proofs that exist and run: $text', ({ proofs }) => {
    expect(proofs).not.toEqual([])
    expect(proofs.filter((name) => name.endsWith('.test.ts') && !existsSync(join(root, name)))).toEqual([])
    expect(proofs.filter((name) => proofOf(name).runsOn === 'missing')).toEqual([])
  })

  it('cover every promise of both pages', () => {
    expect(promises.length).toBeGreaterThan(10)
    expect(promises.filter((promise) => !claims.some(({ text }) => promise.includes(text)))).toEqual([])
  })
})
