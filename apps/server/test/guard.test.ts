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
const test = 'area/things/things.test.ts'
const calling = "it('works', async () => {\n  await api.makeThing({})\n})"
const missing = ['makeThing is called by no test in area/things.']
const ids = (Object.keys(operations) as OperationId[]).toSorted()

describe('every operation of the contract', () => {
  it('is called by a test file of its module', () => {
    expect(missingTests(ids, readDomains())).toEqual([])
  })

  it('has a row in the permission table', () => {
    expect(Object.keys(whoMay).toSorted()).toEqual(ids)
  })

  it('is in the authorization matrix', () => {
    expect(matrixOperations.toSorted()).toEqual(ids)
  })
})

it.each<[problem: string, files: SourceFiles, expected: string[]]>([
  ['no handler', {}, ['makeThing has no file make-thing.ts.']],
  ['no test', { [handler]: '' }, missing],
  ['a test in another folder', { [handler]: '', 'area/others/make-thing.test.ts': calling }, missing],
  ['a test of another operation', { [handler]: '', [test]: calling.replace('makeThing', 'makeThings') }, missing],
  ['a call without a case', { [handler]: '', [test]: '// it(\nawait api.makeThing({})' }, missing],
  ['nothing missing when a test calls the operation', { [handler]: '', [test]: calling }, []],
  ['nothing missing when a helper receives its id', { [handler]: '', [test]: "  itRefusesBodies(server, 'makeThing', [])" }, []],
])('missingTests reports %s', (_, files, expected) => {
  expect(missingTests(['makeThing'], files)).toEqual(expected)
})
