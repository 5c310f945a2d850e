import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { kebab } from './generate/case.ts'
import { readContractFiles } from './generate/contract-files.ts'

const root = join(import.meta.dirname, '..')
const files = readContractFiles()
const declared = files.flatMap(({ area, name, operationIds }) => operationIds.map((id) => ({ id, module: `${area}/${name}` })))

const isOperation = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && 'method' in value && 'path' in value

describe('the contract', () => {
  it.each(files)('has of $path the operations that it exports, each under its id', async ({ path, operationIds }) => {
    const exported = (await import(join(root, path))) as Record<string, unknown>
    const named = Object.entries(exported).flatMap(([name, value]) => (isOperation(value) ? [{ name, id: value.id }] : []))

    expect(named.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(operationIds.toSorted().map((id) => ({ name: id, id })))
  })

  it('lists what is declared, and nothing twice', () => {
    expect(Object.keys(operations)).toEqual(declared.map(({ id }) => id).toSorted())
  })

  it.each(declared)('declares $id in the file of the module that serves it, $module', ({ id, module }) => {
    expect(existsSync(join(root, `apps/server/src/domains/${module}/${kebab(id)}.ts`))).toBe(true)
  })

  it('names a file after a module, or -parts if it declares no operation', () => {
    const misnamed = files.filter(({ name, operationIds }) => (operationIds.length === 0) !== name.endsWith('-parts'))

    expect(misnamed.map(({ path }) => path)).toEqual([])
  })
})
