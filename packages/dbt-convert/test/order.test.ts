import { describe, expect, it } from 'vitest'
import { convert } from '../src/index.ts'
import { bytesOf, madeManifest } from './made-manifest.ts'
import { projects, readProject } from './projects.ts'

/** Keys in another order, the same at each run. Lists keep theirs: it means something. */
const shuffled = (value: unknown, seed: number): unknown => {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, seed))
  if (typeof value !== 'object' || value === null) return value
  const rank = (key: string): number => key.split('').reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, seed)
  const entries = Object.entries(value).toSorted(([a], [b]) => rank(a) - rank(b))
  return Object.fromEntries(entries.map(([key, item]) => [key, shuffled(item, seed)]))
}

describe('the same manifest', () => {
  it.each(Object.keys(projects))('of %s with its keys in any order gives the same bytes', (name) => {
    const manifest = readProject(name)
    const options = { warehouse: 'postgres', hasReverseJoins: true, ...projects[name] } as const
    const expected = JSON.stringify(convert({ manifest, options }))

    for (const seed of [1, 7, 99, 1234]) {
      const other = bytesOf(shuffled(JSON.parse(manifest.toString()), seed))
      expect(other).not.toEqual(manifest)
      expect(JSON.stringify(convert({ manifest: other, options }))).toBe(expected)
    }
  })
})

describe('5,000 models', () => {
  const names = Array.from({ length: 5000 }, (_, index) => `model_${index}`)
  const columns = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`column_${index}`, { data_type: 'text', description: 'What it holds. '.repeat(5) }]),
  )
  const manifest = bytesOf(
    madeManifest(
      names.map((name) => ({ name, columns: { id: { data_type: 'bigint' }, parent_id: { data_type: 'bigint' }, ...columns } })),
      names.flatMap((on, index) => [
        { on, name: 'unique', column: 'id' },
        { on, name: 'not_null', column: 'id' },
        { on, name: 'relationships', column: 'parent_id', to: names[Math.floor(index / 10)] ?? '', field: 'id' },
      ]),
    ),
  )

  it('are converted in little memory', () => {
    const before = process.memoryUsage().rss
    const { report, files } = convert({ manifest, options: { warehouse: 'postgres', hasReverseJoins: true } })

    expect(files).toHaveLength(5000)
    // The first refers to itself.
    expect(report.counts.joins).toBe(2 * 4999)
    expect(process.memoryUsage().rss - before).toBeLessThan(700 * 1024 * 1024)
  })
})
