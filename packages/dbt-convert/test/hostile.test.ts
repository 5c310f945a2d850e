import { describe, expect, it } from 'vitest'
import { convert, conversionLimits, type RefusalCode } from '../src/index.ts'
import { bytesOf, madeManifest } from './made-manifest.ts'

const refused = (manifest: Uint8Array, selector = ''): { code?: RefusalCode; message?: string } => {
  try {
    convert({ manifest, options: { warehouse: 'postgres', selector } })
  } catch (error) {
    return error as { code: RefusalCode; message: string }
  }
  return {}
}
const made = (...args: Parameters<typeof madeManifest>): Uint8Array => bytesOf(madeManifest(...args))
const columns = { id: {} }

describe('a hostile manifest', () => {
  it.each<[string, () => Uint8Array, RefusalCode]>([
    ['is not JSON', () => bytesOf('{"nodes": '), 'manifest_not_json'],
    ['is not UTF-8', () => new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'manifest_not_json'],
    ['is a list', () => bytesOf('[]'), 'manifest_not_dbt'],
    ['has no nodes', () => bytesOf({ metadata: {} }), 'manifest_not_dbt'],
    ['has nodes that are none', () => made([], [], { nodes: { 'model.made.a': 3 } }), 'manifest_not_dbt'],
    [
      'is of a format that nobody knows',
      () => made([{ name: 'a' }], [], { metadata: { dbt_schema_version: 'https://x/manifest/v99.json' } }),
      'manifest_version_unsupported',
    ],
    ['nests deep', () => bytesOf(`{"nodes": ${'['.repeat(500_000)}${']'.repeat(500_000)}}`), 'manifest_too_deep'],
    ['nests deep and never closes', () => bytesOf('{"a":'.repeat(200_000)), 'manifest_too_deep'],
    ['is too large', () => new Uint8Array(conversionLimits.maxManifestBytes + 1), 'manifest_too_large'],
    ['has a path as a name', () => made([{ name: '../../../.git/hooks/post-checkout' }]), 'name_not_allowed'],
    ['has a path as an alias', () => made([{ name: 'a', alias: 'x/../../y' }]), 'name_not_allowed'],
    ['has a line break in a name', () => made([{ name: 'a\ncubes:' }]), 'name_not_allowed'],
    ['has an endless name', () => made([{ name: 'a'.repeat(5000) }]), 'name_not_allowed'],
    ['has a path as the name of a column', () => made([{ name: 'a', columns: { '../b': {} } }]), 'name_not_allowed'],
    [
      'has two models that become one cube',
      () =>
        made([
          { name: 'a-b', columns },
          { name: 'a_b', columns },
        ]),
      'duplicate_cube',
    ],
    ['has two cubes that differ in case', () => made([{ name: 'Orders' }, { name: 'orders' }]), 'duplicate_cube'],
    ['has a model under the id of another', () => made([{ name: 'a', unique_id: 'model.made.b' }]), 'manifest_inconsistent'],
    ['has no models', () => made([]), 'no_models_matched'],
  ])('that %s is refused with a cause', (_, make, code) => {
    const { code: given, message } = refused(make())

    expect(given).toBe(code)
    expect(message?.length).toBeLessThan(600)
  })

  const { maxColumns, maxDepth, maxModels } = conversionLimits
  const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
  const wide = (count: number) => ({ name: 'a', columns: Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, {}])) })
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `m${at}` }))

  it.each<[string, (count: number) => Uint8Array, number, RefusalCode]>([
    ['levels', (count) => made([{ name: 'a' }], [], { deep: nested(count - 1) }), maxDepth, 'manifest_too_deep'],
    ['columns', (count) => made([wide(count)]), maxColumns, 'too_many_columns'],
    ['models', (count) => made(many(count)), maxModels, 'too_many_models'],
  ])('is read with as many %s as are allowed, and not with one more', (_, make, most, code) => {
    // One cube is enough: what is read is counted.
    expect(refused(make(most), 'a m0')).toEqual({})
    expect(refused(make(most + 1), 'a m0').code).toBe(code)
  })

  it('names both models of a cube, and what to do', () => {
    expect(refused(made([{ name: 'a-b' }, { name: 'a_b' }])).message).toMatch(/model\.made\.a-b .*model\.made\.a_b .*dbt_a_b.*facet\.name/)
  })

  it('counts brackets in strings for nothing', () => {
    const description = '[{'.repeat(1000) + String.raw`\"[[`
    expect(refused(made([{ name: 'a', description }]))).toEqual({})
  })

  it('cannot reach objects that are not its own', () => {
    const text = JSON.stringify(madeManifest([{ name: 'a', columns: { constructor: {}, toString: {} } }]))
    const { files } = convert({
      manifest: bytesOf(text.replace('"columns":{', '"columns":{"__proto__":{"name":"__proto__"},')),
      options: { warehouse: 'postgres' },
    })

    expect(files[0]?.content).toMatch(/name: __proto___\n.*name: constructor_\n.*name: toString_\n/s)
    expect(Object.hasOwn(Object.prototype, 'name')).toBe(false)
  })
})
