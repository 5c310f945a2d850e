import { expect, it } from 'vitest'
import { maxPacks, packsToJoin } from './repack.ts'

const packs = (...sizes: number[]) =>
  sizes.map((size, index) => ({ key: String(index), sha256: '', size, indexKey: `i${index}`, indexSha256: '' }))

it('joins the small ones and leaves a pack that outweighs them alone', () => {
  const chosen = packsToJoin(packs(1_000_000, 10, 12, 9, 11, ...Array.from({ length: 14 }, () => 10)))

  expect(chosen).toHaveLength(18)
  expect(chosen.map(({ size }) => size)).not.toContain(1_000_000)
})

it('joins enough to come under the limit even when each outweighs all before it', () => {
  const doubling = packs(...Array.from({ length: maxPacks + 4 }, (_, power) => 3 ** power))

  const chosen = packsToJoin(doubling)

  expect(doubling.length - chosen.length + 1).toBeLessThan(maxPacks)
})

it('writes each object again only a few times, however many changes there are', () => {
  const total = (sizes: number[]): number => sizes.reduce((sum, size) => sum + size, 0)
  const afterChange = ({ sizes, written }: { sizes: number[]; written: number }) => {
    const all = [...sizes, 100]
    if (all.length <= maxPacks) return { sizes: all, written }
    const chosen = new Set(packsToJoin(packs(...all)).map(({ key }) => Number(key)))
    const joined = total(all.filter((_, index) => chosen.has(index)))
    return { sizes: [...all.filter((_, index) => !chosen.has(index)), joined], written: written + joined }
  }
  let life = { sizes: [] as number[], written: 0 }
  for (let change = 0; change < 5000; change++) life = afterChange(life)

  expect(life.sizes.length).toBeLessThanOrEqual(maxPacks)
  expect(life.written / (5000 * 100)).toBeLessThan(10)
})
