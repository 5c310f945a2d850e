import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OperationId, operations } from '@facet/contract'
import { whoMay } from '@facet/contract/who-may'
import { describe, expect, it } from 'vitest'
import { matrixOperations } from './authorization-matrix/targets.ts'
import { missingTests, type SourceFiles } from './guard.ts'

const domains = join(import.meta.dirname, '../src/domains')

const readDomains = (): SourceFiles =>
  Object.fromEntries(
    readdirSync(domains, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => [path, readFileSync(join(domains, path), 'utf8')]),
  )

const handler = 'area/things/make-thing.ts'
const test = 'area/things/make-thing.test.ts'
const ids = (Object.keys(operations) as OperationId[]).toSorted()

describe('every operation of the contract', () => {
  it('has a test file beside its handler', () => {
    expect(missingTests(ids, readDomains())).toEqual([])
  })

  it('has a row in the permission table', () => {
    expect(Object.keys(whoMay).toSorted()).toEqual(ids)
  })

  it('is in the authorization matrix', () => {
    expect(matrixOperations.toSorted()).toEqual(ids)
  })
})

describe('missingTests', () => {
  it.each<[problem: string, files: SourceFiles, expected: string[]]>([
    ['no handler', {}, ['makeThing has no file make-thing.ts.']],
    ['no test', { [handler]: '' }, [`makeThing has no test: write ${test}.`]],
    ['a test in another folder', { [handler]: '', 'other/make-thing.test.ts': "it('works')" }, [`makeThing has no test: write ${test}.`]],
    ['a test file without a case', { [handler]: '', [test]: "// it('works')" }, [`${test} registers no test of makeThing.`]],
    ['nothing missing', { [handler]: '', [test]: "describe('makeThing', () => {\n  it('works')\n})" }, []],
  ])('reports %s', (_, files, expected) => {
    expect(missingTests(['makeThing'], files)).toEqual(expected)
  })
})
